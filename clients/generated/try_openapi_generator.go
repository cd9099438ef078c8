// Uses the client that openapi-generator made of openapi.json: `try URL KEY`.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	neardup "neardup.example/client"
)

const text = "The pickers go up before dawn, take one bud and one leaf, and come down at noon."

func main() {
	configuration := neardup.NewConfiguration()
	configuration.Servers = neardup.ServerConfigurations{{URL: os.Args[1]}}
	ctx := context.WithValue(context.Background(), neardup.ContextAccessToken, os.Args[2])
	client := neardup.NewAPIClient(configuration)

	request := neardup.NewCheckRequest()
	request.SetId("go-a")
	request.SetText(text)
	first, _, err := client.DecideAPI.Check(ctx).CheckRequest(*request).Execute()
	expect(err == nil && first.Stored, first, err)
	page := neardup.NewCheckRequest()
	page.SetId("go-b")
	page.SetHtml("<html><body><p>" + text + "</p></body></html>")
	copied, _, err := client.DecideAPI.Check(ctx).CheckRequest(*page).Execute()
	expect(err == nil && copied.GetDuplicateOf() == "go-a", copied, err)

	query := neardup.NewQueryRequest()
	query.SetText(text)
	found, _, err := client.DecideAPI.Query(ctx).QueryRequest(*query).Execute()
	expect(err == nil && found.Matches[0].Id == "go-a", found, err)

	lines := fmt.Sprintf("{\"id\":\"go-c\",\"text\":\"A gopher digs burrows below the meadow behind the old mill.\"}\n{\"id\":\"go-d\",\"text\":%q}\n", text)
	results, _, err := client.DocumentsAPI.Bulk(ctx).Mode("check").Body(lines).Execute()
	expect(err == nil && strings.Count(results, "\n") == 3 && strings.Contains(results, `"duplicateOf":"go-a"`), results, err)

	gone := neardup.NewDeleteDocumentsRequest()
	gone.SetIds([]string{"go-a", "go-c", "absent"})
	deleted, _, err := client.DocumentsAPI.DeleteDocuments(ctx).DeleteDocumentsRequest(*gone).Execute()
	expect(err == nil && len(deleted.Deleted) == 2, deleted, err)

	empty := neardup.NewCheckRequest()
	_, answer, err := client.DecideAPI.Check(ctx).CheckRequest(*empty).Execute()
	expect(err != nil && answer.StatusCode == 422, answer, err)
	fmt.Println("openapi-generator, Go: check, html, query, bulk and delete work")
}

func expect(holds bool, seen ...any) {
	if !holds {
		log.Fatalf("%+v", seen)
	}
}
