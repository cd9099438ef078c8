// Uses the client that oapi-codegen made of openapi.json: `try URL KEY`.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	neardup "neardup.example/client"
)

const text = "The pickers go up before dawn, take one bud and one leaf, and come down at noon."

func main() {
	ctx := context.Background()
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}
	client, err := neardup.NewClientWithResponses(os.Args[1], neardup.WithRequestEditorFn(key))
	expect(err == nil, err)

	first, err := client.CheckWithResponse(ctx, nil, neardup.CheckRequest{Id: to("oapi-a"), Text: to(text)})
	expect(err == nil && first.JSON201 != nil && first.JSON201.Stored, first, err)
	found, err := client.QueryWithResponse(ctx, nil, neardup.QueryRequest{Text: to(text)})
	expect(err == nil && found.JSON200 != nil && found.JSON200.Matches[0].Id == "oapi-a", found, err)

	page := strings.NewReader("<html><body><p>" + text + "</p></body></html>")
	copied, err := client.CheckWithBodyWithResponse(ctx, &neardup.CheckParams{Id: to("oapi-b")}, "text/html; charset=utf-8", page)
	expect(err == nil && copied.JSON200 != nil && *copied.JSON200.DuplicateOf == "oapi-a", copied, err)

	lines := strings.NewReader(fmt.Sprintf("{\"id\":\"oapi-c\",\"text\":\"Ten bicycles wait for their riders at the station in the rain.\"}\n{\"id\":\"oapi-d\",\"text\":%q}\n", text))
	mode := neardup.BulkParamsMode("check")
	results, err := client.BulkWithBodyWithResponse(ctx, &neardup.BulkParams{Mode: &mode}, "application/x-ndjson", lines)
	expect(err == nil && strings.Contains(string(results.Body), `"duplicateOf":"oapi-a"`), results, err)

	deleted, err := client.DeleteDocumentsWithResponse(ctx, nil, neardup.DeleteDocumentsRequest{Ids: &[]string{"oapi-a", "oapi-c", "absent"}})
	expect(err == nil && deleted.JSON200 != nil && len(deleted.JSON200.Deleted) == 2, deleted, err)
	refused, err := client.CheckWithResponse(ctx, nil, neardup.CheckRequest{})
	expect(err == nil && refused.ApplicationproblemJSON422.Code == "validation_failed", refused, err)
	fmt.Println("oapi-codegen: check, page, query, bulk and delete work")
}

func to[T any](value T) *T { return &value }

func expect(holds bool, seen ...any) {
	if !holds {
		log.Fatalf("%+v", seen)
	}
}
