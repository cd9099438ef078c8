// Uses the client that openapi-generator made of openapi.json: `java Try URL KEY`.

import java.util.List;
import java.util.Objects;
import neardup.client.ApiClient;
import neardup.client.ApiException;
import neardup.client.api.DecideApi;
import neardup.client.api.DocumentsApi;
import neardup.client.model.CheckRequest;
import neardup.client.model.Decision;
import neardup.client.model.DeleteDocumentsRequest;
import neardup.client.model.DeletionResult;
import neardup.client.model.QueryRequest;
import neardup.client.model.QueryResult;

public class Try {
  static final String TEXT = "The pickers go up before dawn, take one bud and one leaf, and come down at noon.";

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(arguments[0]);
    client.setBearerToken(arguments[1]);
    DecideApi decide = new DecideApi(client);
    DocumentsApi documents = new DocumentsApi(client);

    Decision first = check(decide, new CheckRequest().id("java-a").text(TEXT));
    expect(first.getStored(), first);
    Decision copy = check(decide, new CheckRequest().id("java-b").html("<html><body><p>" + TEXT + "</p></body></html>"));
    expect(Objects.equals(copy.getDuplicateOf(), "java-a"), copy);
    QueryResult found = decide.query(new QueryRequest().text(TEXT), null, null, null, null, null, null, null, null, null, null, null);
    expect(found.getMatches().get(0).getId().equals("java-a"), found);

    String lines = "{\"id\": \"java-c\", \"text\": \"The harbour office sells lanterns on Fridays, says Java.\"}\n{\"id\": \"java-d\", \"text\": \"" + TEXT + "\"}\n";
    List<String> results = List.of(documents.bulk(lines, "check").split("\n"));
    expect(results.size() == 3 && results.get(1).contains("\"duplicateOf\":\"java-a\""), results);

    DeletionResult deleted = documents.deleteDocuments(new DeleteDocumentsRequest().ids(List.of("java-a", "java-c", "absent")), null);
    expect(deleted.getDeleted().equals(List.of("java-a", "java-c")), deleted);
    try {
      check(decide, new CheckRequest().id("java-e"));
      throw new AssertionError("a document without content was not refused");
    } catch (ApiException refused) {
      expect(refused.getCode() == 422 && refused.getResponseBody().contains("validation_failed"), refused);
    }
    System.out.println("openapi-generator, Java: check, html, query, bulk and delete work");
  }

  /** The arguments after the first are for bodies that are a page. */
  static Decision check(DecideApi decide, CheckRequest request) throws ApiException {
    return decide.check(request, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
  }

  static void expect(boolean holds, Object seen) {
    if (!holds) throw new AssertionError(seen);
  }
}
