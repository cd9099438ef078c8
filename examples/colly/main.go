// Crawls a site by Colly and writes the pages that neardup does not have yet, each once:
//
//	go run . https://example.org/ pages/
//
// Killed and run again, it leaves out no page: what is new is claimed until it is written.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gocolly/colly/v2"
)

// A name that the next run has, too.
const claimant = "colly-crawl"

var service = setting("NEARDUP_URL", "http://localhost:8080")

type decision struct {
	Decision    string
	Stored      bool
	DuplicateOf string
	Claim       *struct{ ContentHash string }
}

func main() {
	start, archive := os.Args[1], os.Args[2]
	if err := os.MkdirAll(archive, 0o755); err != nil {
		log.Fatal(err)
	}
	site, err := url.Parse(start)
	if err != nil {
		log.Fatal(err)
	}
	collector := colly.NewCollector(colly.AllowedDomains(site.Hostname()), colly.Async(true))
	if err := collector.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 16}); err != nil {
		log.Fatal(err)
	}
	collector.OnHTML("a[href]", func(link *colly.HTMLElement) {
		_ = link.Request.Visit(link.Attr("href")) // what was visited already is no error here
	})
	collector.OnError(func(response *colly.Response, err error) { log.Println(response.Request.URL, err) })
	collector.OnResponse(func(response *colly.Response) {
		id := response.Request.URL.String()
		decided, err := check(id, contentType(response), response.Body)
		if err != nil { // nothing is known of the page: a page too many is better than one too few
			log.Println(id, err)
			decided.Stored = true
		}
		fmt.Println(id, decided.Decision, decided.DuplicateOf)
		if !decided.Stored {
			return
		}
		if err := write(archive, id, response.Body); err != nil {
			log.Fatal(err)
		}
		if decided.Claim != nil {
			if err := confirm(id, decided.Claim.ContentHash); err != nil {
				log.Println(id, err) // it stays claimed, and the next run writes it once more
			}
		}
	})
	if err := collector.Visit(start); err != nil {
		log.Fatal(err)
	}
	collector.Wait()
}

// contentType tells what the body is. Colly turns pages whose Content-Type names a charset into UTF-8; others are
// as they came, and neardup finds their charset.
func contentType(response *colly.Response) string {
	header := response.Headers.Get("Content-Type")
	kind, parameters, err := mime.ParseMediaType(header)
	if err != nil {
		return "text/html"
	}
	if parameters["charset"] == "" {
		return header
	}
	return kind + "; charset=utf-8"
}

// check asks whether a page is here already; neardup remembers it unless it is a duplicate.
func check(id, contentType string, page []byte) (decided decision, err error) {
	query := url.Values{"id": {id}, "claimant": {claimant}, "claimSeconds": {"3600"}}
	err = post("/check?"+query.Encode(), contentType, page, &decided)
	return
}

// confirm tells that the page with this content is written.
func confirm(id, contentHash string) error {
	documents := []map[string]string{{"id": id, "contentHash": contentHash}}
	body, err := json.Marshal(map[string]any{"documents": documents, "claimant": claimant})
	if err != nil {
		return err
	}
	return post("/documents/confirm", "application/json", body, nil)
}

// post sends a request, and sends it again where it was refused only for now.
func post(path, contentType string, body []byte, answer any) error {
	for tries := 1; ; tries++ {
		request, err := http.NewRequest(http.MethodPost, service+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", contentType)
		if key := os.Getenv("NEARDUP_API_KEY"); key != "" {
			request.Header.Set("Authorization", "Bearer "+key)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		switch {
		case err != nil:
			return err
		case response.StatusCode < 300:
			if answer == nil {
				return nil
			}
			return json.Unmarshal(text, answer)
		case tries == 5 || response.StatusCode != 429 && response.StatusCode != 503:
			return fmt.Errorf("%s: %s", response.Status, text)
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

// write puts a page under a name that depends on its address alone, so that writing it twice makes one file.
func write(archive, id string, page []byte) error {
	file := filepath.Join(archive, fmt.Sprintf("%x", sha256.Sum256([]byte(id))))
	part, err := os.Create(file + ".part")
	if err != nil {
		return err
	}
	defer part.Close()
	if _, err := part.Write(page); err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return err
	}
	return os.Rename(file+".part", file+".html")
}

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}
