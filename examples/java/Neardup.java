package neardup;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.logging.Logger;

/** Asks neardup about pages. Needs Java 11 or later, and nothing else. */
public final class Neardup {
  private static final Logger LOG = Logger.getLogger(Neardup.class.getName());

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final String checkUrl;
  private final String key;
  private final Duration patience;

  /**
   * @param url address of the service, or of a collection: {@code http://localhost:8080/collections/news}
   * @param duplicateIf level at which a page is a duplicate, or null for that of the collection
   * @param key API key, or null
   * @param patience time to wait for a decision
   */
  public Neardup(String url, String duplicateIf, String key, Duration patience) {
    this.checkUrl = url + "/check?limit=1" + (duplicateIf == null ? "" : "&duplicateIf=" + encode(duplicateIf));
    this.key = key;
    this.patience = patience;
  }

  /**
   * Checks a page as it was fetched, and stores it in neardup unless it is a duplicate.
   *
   * @return the reply, in JSON, or null if neardup did not decide; such a page is to be kept
   */
  public String check(String id, String contentType, byte[] page) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(checkUrl + "&id=" + encode(id)))
        .header("Content-Type", contentType)
        .POST(HttpRequest.BodyPublishers.ofByteArray(page));
    if (key != null) request.header("Authorization", "Bearer " + key);
    try {
      while (true) {
        request.timeout(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        HttpResponse<String> reply = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        int status = reply.statusCode();
        if (status == 200 || status == 201) return reply.body();
        Duration pause = Duration.ofSeconds(reply.headers().firstValueAsLong("Retry-After").orElse(1));
        boolean isBusy = status == 429 || status == 503; // refused, and nothing was done
        if (!isBusy || System.nanoTime() + pause.toNanos() > end) {
          LOG.warning(id + " is kept: " + reply.body());
          return null;
        }
        Thread.sleep(pause.toMillis());
      }
    } catch (IOException problem) {
      LOG.warning(id + " is kept: neardup did not answer: " + problem);
      return null;
    }
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
