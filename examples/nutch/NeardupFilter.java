package neardup;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.indexer.IndexingFilter;
import org.apache.nutch.indexer.NutchDocument;
import org.apache.nutch.parse.HTMLMetaTags;
import org.apache.nutch.parse.HtmlParseFilter;
import org.apache.nutch.parse.Parse;
import org.apache.nutch.parse.ParseResult;
import org.apache.nutch.protocol.Content;
import org.w3c.dom.DocumentFragment;

/**
 * Asks about each page when it is parsed, since only then its bytes are at hand, and leaves duplicates out of the index.
 *
 * <p>Only a {@code duplicate} is left out. A page of a task that Hadoop runs again is {@code unchanged}, and is indexed.
 */
public class NeardupFilter implements HtmlParseFilter, IndexingFilter {
  private static final String DUPLICATE_OF = "neardup.duplicate.of";

  private Configuration conf;
  private Neardup neardup;

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    // A parse that takes longer than this fails, and its page is lost; -1 is without a limit.
    int parserTimeout = conf.getInt("parser.timeout", 30);
    int patience = parserTimeout > 0 ? parserTimeout / 2 : 120;
    neardup = new Neardup(
        conf.get("neardup.url", "http://localhost:8080"),
        conf.get("neardup.duplicate.if"),
        conf.get("neardup.key", System.getenv("NEARDUP_API_KEY")),
        Duration.ofSeconds(patience));
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  /** Notes in the metadata of a parse which page it is a duplicate of. */
  @Override
  public ParseResult filter(Content content, ParseResult result, HTMLMetaTags tags, DocumentFragment document) {
    Parse parse = result.get(content.getUrl());
    if (parse == null) return result;
    String header = content.getMetadata().get("Content-Type"); // with the charset
    String type = header == null ? content.getContentType() : header;
    try {
      String reply = neardup.check(content.getUrl(), type, content.getContent());
      if (reply == null) return result;
      JsonObject decision = JsonParser.parseString(reply).getAsJsonObject();
      if (decision.get("decision").getAsString().equals("duplicate")) {
        parse.getData().getParseMeta().set(DUPLICATE_OF, decision.get("duplicateOf").getAsString());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  @Override
  public NutchDocument filter(NutchDocument document, Parse parse, Text url, CrawlDatum datum, Inlinks inlinks) {
    return parse.getData().getParseMeta().get(DUPLICATE_OF) == null ? document : null;
  }
}
