import { describe, expect, it } from 'vitest';
import type { MediaType } from '../../src/extract/media-types.js';
import { recognized, recognizedAlone } from '../../src/extract/recognize.js';
import { docxOf, zipOf } from './documents.js';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const atom = '<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>';
const rss1 =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">';
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('a declared type', () => {
  it.each<[MediaType, string, MediaType | null]>([
    ['text/html', '<p>one', 'text/html'],
    ['text/html', '<?xml version="1.0"?><!-- a > b --><rss version="2.0">', 'application/xml'],
    ['text/html', `\ufeff\n${atom}`, 'application/xml'],
    ['text/html', rss1, 'application/xml'],
    ['text/html', '<feed><p>a page of a farm</feed>', 'text/html'],
    ['text/html', '<rdf:RDF><p>a page', 'text/html'],
    ['text/html', 'words <rss>', 'text/html'],
    [
      'text/html',
      'From: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\r\n--a',
      null,
    ],
    ['text/html', 'From: a\n\n<p>MIME-Version: 1.0\nContent-Type: words', 'text/html'],
    ['text/html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'text/html'],
    ['text/plain', '<!doctype html><p>shown as it is', 'text/plain'],
    ['text/plain', '%PDF-1.7\n', 'application/pdf'],
    ['text/markdown', '<div>', 'text/markdown'],
    ['application/xml', '<!DOCTYPE html [<!ENTITY a "]>">]>\n<html>', 'application/xhtml+xml'],
    ['application/xml', '<h:html xmlns:h="http://www.w3.org/1999/xhtml">', 'application/xhtml+xml'],
    ['application/xml', '<book>', 'application/xml'],
    ['application/xhtml+xml', '<p>a piece</p>', 'application/xhtml+xml'],
    ['application/xhtml+xml', atom, 'application/xml'],
    ['application/pdf', '<html>', 'text/html'],
    ['application/pdf', '<br>Notice: x\n%PDF-1.7', 'application/pdf'],
    ['application/pdf', 'no tag', 'application/pdf'],
  ])('%s with %s is read as %s', (declared, content, read) => {
    expect(recognized(declared, Buffer.from(content))).toBe(read);
  });
});

describe('without a type', () => {
  it.each<[string | Uint8Array, MediaType | null]>([
    ['<!DOCTYPE HTML><p>', 'text/html'],
    [' \n<p>one', 'text/html'],
    ['<!-- one --><p>', 'text/html'],
    ['<body class=a>', 'text/html'],
    ['<pre-release> is near', 'text/plain'],
    ['a <p> in a text', 'text/plain'],
    ['', 'text/plain'],
    ['<?xml version="1.0"?><book/>', 'application/xml'],
    ['<?xml version="1.0"?><html/>', 'application/xhtml+xml'],
    ['<rss><channel/></rss>', 'application/xml'],
    [utf16('<html><p>one'), 'text/html'],
    [utf16('one'), 'text/plain'],
    ['%PDF-1.4', 'application/pdf'],
    [docxOf(['one']), docx],
    [zipOf([{ name: 'a.txt', data: Buffer.from('a') }]), null],
    [Buffer.from([0x1f, 0x8b, 8, 0]), null],
    [Buffer.from('GIF89a\u0001\0'), null],
    ['{"id":"a","text":"one"}', null],
    ['[{"id":"a"}]', null],
    ['[Verse 1]\nOne {two}', 'text/plain'],
    [
      'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\r\n--a',
      null,
    ],
    [
      'From ada@a.example Mon May 4\nSubject: one\nMIME-Version: 1.0\nContent-Type: text/plain\n\none',
      null,
    ],
    ['From: Ada\n\nMIME-Version: 1.0\nContent-Type: text/plain', 'text/plain'],
  ])('%j is %s', (content, kind) => {
    expect(recognizedAlone(Buffer.from(content))).toBe(kind);
  });
});
