package neardup.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.ToolRunner;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.indexer.IndexWriter;
import org.apache.nutch.indexer.IndexWriterParams;
import org.apache.nutch.indexer.IndexingJob;
import org.apache.nutch.indexer.NutchDocument;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.HTMLMetaTags;
import org.apache.nutch.parse.HtmlParseFilters;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseImpl;
import org.apache.nutch.parse.ParseResult;
import org.apache.nutch.parse.ParseSegment;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.Parser;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.util.NutchConfiguration;

/**
 * Runs Nutch's jobs that parse and index a segment: {@code Crawl SEGMENT PAGES}. A line of PAGES is an address, a tab and
 * the file of the page. Fetching, parse-html and the index writers are plugins, of which Maven Central has none.
 */
public class Crawl {
  public static void main(String[] args) throws Exception {
    Path segment = new Path(args[0]);
    Map<String, String> pages = new TreeMap<>(); // a segment is sorted
    for (String line : Files.readAllLines(Paths.get(args[1]))) pages.put(line.split("\t")[0], line.split("\t")[1]);
    Configuration conf = NutchConfiguration.create();
    write(conf, segment, pages);
    int parsed = ToolRunner.run(conf, new ParseSegment(), new String[] {args[0]});
    int indexed = parsed != 0 ? parsed : ToolRunner.run(conf, new IndexingJob(), new String[] {"-nocrawldb", args[0]});
    System.exit(indexed);
  }

  /** Writes what the fetcher would: a success and a content for each page. */
  private static void write(Configuration conf, Path segment, Map<String, String> pages) throws IOException {
    try (SequenceFile.Writer fetched = writer(conf, segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class);
        SequenceFile.Writer contents = writer(conf, segment, Content.DIR_NAME, Content.class)) {
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Text url = new Text(page.getKey());
        Metadata metadata = new Metadata();
        metadata.set("Content-Type", "text/html; charset=utf-8");
        metadata.set(Nutch.FETCH_STATUS_KEY, Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS));
        byte[] bytes = Files.readAllBytes(Paths.get(page.getValue()));
        fetched.append(url, new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 0));
        contents.append(url, new Content(page.getKey(), page.getKey(), bytes, "text/html", metadata, conf));
      }
    }
  }

  private static SequenceFile.Writer writer(Configuration conf, Path segment, String directory, Class<?> value)
      throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.file(new Path(segment, directory + "/part-r-00000/data")),
        SequenceFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(value));
  }

  /** Calls the parse filters as parse-html does, with a text that nobody reads. */
  public static class PageParser extends Configured implements Parser {
    @Override
    public ParseResult getParse(Content content) {
      ParseData data = new ParseData(ParseStatus.STATUS_SUCCESS, "", new Outlink[0], content.getMetadata());
      String text = new String(content.getContent(), StandardCharsets.UTF_8).replaceAll("<[^>]*>", " ");
      ParseResult result = ParseResult.createParseResult(content.getUrl(), new ParseImpl(text, data));
      return new HtmlParseFilters(getConf()).filter(content, result, new HTMLMetaTags(), null);
    }
  }

  /** Appends the addresses of indexed pages to a file. */
  public static class Index extends Configured implements IndexWriter {
    private java.nio.file.Path file;

    @Override
    @Deprecated
    public void open(Configuration conf, String name) {}

    @Override
    public void open(IndexWriterParams parameters) {
      file = Paths.get(parameters.get("file"));
    }

    @Override
    public void write(NutchDocument document) throws IOException {
      String line = document.getFieldValue("id") + "\n";
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void update(NutchDocument document) throws IOException {
      write(document);
    }

    @Override
    public void delete(String key) {}

    @Override
    public void commit() {}

    @Override
    public void close() {}

    @Override
    public Map<String, Map.Entry<String, Object>> describe() {
      return Map.of("file", Map.entry("The file of the index", file.toString()));
    }
  }
}
