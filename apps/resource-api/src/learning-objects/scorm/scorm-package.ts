import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { escapeHtml } from '@app/http';
import { playerWords } from '../player/words.js';

const assets = join(__dirname, 'assets');
const schemas = [
  'imscp_rootv1p1p2.xsd',
  'adlcp_rootv1p2.xsd',
  'imsmd_rootv1p2p1.xsd',
  'ims_xml.xsd',
] as const;
const index = readFileSync(join(assets, 'index.html'), 'utf8');

export interface ScormPackage {
  loId: number;
  title: string;
  /** Language of the object, such as `en` or `pt-br`. */
  language: string;
  /** Whether it has a score: then the LMS gets a pass mark, which its administrators may change. */
  hasScore: boolean;
  token: string;
  service: string;
}

/**
 * A SCORM 1.2 package as a stream (contract 4.13): the manifest, a page that plays the object in an LMS, and the
 * schemas.
 */
export async function scormPackage(content: ScormPackage): Promise<Readable> {
  const { ZipArchive } = await import('./zip.js');
  const zip = new ZipArchive({ zlib: { level: 6 } });
  zip.append(manifest(content), { name: 'imsmanifest.xml' });
  zip.append(page(content), { name: 'index.html' });
  zip.append(config(content), { name: 'config.js' });
  for (const name of schemas) zip.append(readFileSync(join(assets, name)), { name });
  void zip.finalize();
  return zip;
}

/** Exactly one object literal in JSON syntax and none before it, because programs parse it from the package. */
const config = ({ token, loId }: ScormPackage): string =>
  `var config = ${JSON.stringify({ token, version: '1.2', id: loId })};\n`;

const inScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Replaces by functions, because a title may contain special replacement patterns. */
function page({ title, language, service }: ScormPackage): string {
  const { unreachable, unreachableWhy, notRecorded, retry } = playerWords(language);
  const words = { unreachable, unreachableWhy, notRecorded, retry };
  return index
    .replace('LANGUAGE', () => escapeHtml(language))
    .replace("/*PLACE*/ { service: '', words: {} }", () => inScript({ service, words }))
    .replaceAll('TITLE', () => escapeHtml(title)); // last, because a title may contain anything
}

/** Percent; the same value as in the page, for an LMS that sets none. */
const PASS_MARK = 50;

function manifest({ loId, title, hasScore }: ScormPackage): string {
  const name = escapeHtml(withoutControls(title));
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lo-${loId}" version="1.2"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
    http://www.imsglobal.org/xsd/imsmd_rootv1p2p1 imsmd_rootv1p2p1.xsd
    http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${name}</title>
      <item identifier="item" identifierref="player" isvisible="true">
        <title>${name}</title>${hasScore ? `\n        <adlcp:masteryscore>${PASS_MARK}</adlcp:masteryscore>` : ''}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="player" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
      <file href="config.js"/>
    </resource>
  </resources>
</manifest>
`;
}

/** XML 1.0 does not allow control characters, not even escaped. */
const withoutControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ');
