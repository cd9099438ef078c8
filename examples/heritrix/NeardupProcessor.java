package neardup;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.archive.modules.CrawlURI;
import org.archive.modules.ProcessResult;
import org.archive.modules.Processor;
import org.json.JSONObject;

/**
 * Leaves pages out of the WARC files if a stored page says the same. Stands before {@code warcWriter} in the disposition
 * chain, so links of a refused page are followed.
 *
 * <p>Only a {@code duplicate} is left out. A URI that is fetched again after a crash is {@code unchanged}, and is written.
 */
public class NeardupProcessor extends Processor {
  private static final Set<String> PAGES =
      Set.of("text/html", "application/xhtml+xml", "text/plain", "application/pdf");

  private String url = "http://localhost:8080";
  private String duplicateIf;
  private String key = System.getenv("NEARDUP_API_KEY");
  private String next = "candidates";
  private volatile Neardup neardup;

  /** Address of the service, or of a collection. */
  public void setUrl(String url) {
    this.url = url;
  }

  /** Level at which a page is a duplicate; without it, that of the collection. */
  public void setDuplicateIf(String duplicateIf) {
    this.duplicateIf = duplicateIf;
  }

  /** API key; by default the variable NEARDUP_API_KEY. */
  public void setKey(String key) {
    this.key = key;
  }

  /** Name of the processor after the writer, where a duplicate continues. */
  public void setNext(String next) {
    this.next = next;
  }

  @Override
  public void start() {
    neardup = new Neardup(url, duplicateIf, key, Duration.ofMinutes(2));
    super.start();
  }

  @Override
  protected boolean shouldProcess(CrawlURI uri) {
    if (uri.getFetchStatus() != 200 || uri.getContentType() == null) return false;
    return PAGES.contains(uri.getContentType().split(";")[0].trim().toLowerCase(Locale.ROOT));
  }

  @Override
  protected ProcessResult innerProcessResult(CrawlURI uri) throws InterruptedException {
    String reply;
    try (InputStream content = uri.getRecorder().getContentReplayInputStream()) {
      reply = neardup.check(uri.getURI(), uri.getContentType(), content.readAllBytes());
    } catch (IOException unreadable) {
      uri.getNonFatalFailures().add(unreadable);
      return ProcessResult.PROCEED;
    }
    if (reply == null) {
      uri.getAnnotations().add("neardup:undecided");
      return ProcessResult.PROCEED;
    }
    JSONObject decision = new JSONObject(reply);
    uri.getAnnotations().add("neardup:" + decision.getString("decision"));
    if (!decision.getString("decision").equals("duplicate")) return ProcessResult.PROCEED;
    uri.addExtraInfo("duplicateOf", decision.getString("duplicateOf"));
    return ProcessResult.jump(next);
  }

  @Override
  protected void innerProcess(CrawlURI uri) {
    throw new AssertionError("innerProcessResult() does the work");
  }
}
