import { Injectable } from '@nestjs/common';
import { readContents, type PlayableRow, type PlayableContent } from '@app/catalogue';
import { Database } from '@app/database';
import { orNotFound } from '@app/kernel';
import type { OpenResult, OpenedPage } from './opened.js';

/** An item with the content that a player displays. */
export interface Part extends PlayableRow, PlayableContent {}

/**
 * Stored bytes of the contents that are sent with a page. An ordinary course is sent completely, and continues without
 * a network. Of a large one only the first part is (decision catalogue 3.7).
 */
const BYTES_WITH_PAGE = 32_000;

/** Reads the contents of items, up to megabytes each, only for those that are about to be displayed. */
@Injectable()
export class Parts {
  constructor(private readonly database: Database) {}

  /** The parts that are sent with the page, by id: the first, and as many of the next as are small. */
  async withPage({ items }: OpenedPage): Promise<Map<number, Part>> {
    let bytes = 0;
    const rest = items.findIndex(
      ({ content_bytes }, index) => (bytes += content_bytes) > BYTES_WITH_PAGE && index > 0,
    );
    const parts = items.slice(0, rest < 0 ? items.length : rest);
    const contents = await readContents(
      this.database,
      parts.map(({ id }) => id),
    );
    return new Map(parts.map((item) => [item.id, { ...item, ...(contents.get(item.id) ?? nothing) }]));
  }

  /** @throws NotFound when the page has no such item, or may not be displayed */
  async one(page: OpenResult, id: number): Promise<Part> {
    const items = 'refused' in page ? [] : page.items;
    const item = orNotFound(
      items.find((one) => one.id === id),
      'item',
    );
    const content = orNotFound((await readContents(this.database, [id])).get(id), 'item');
    return { ...item, ...content };
  }
}

/** The content of an object that was removed in the meantime. */
const nothing: PlayableContent = { summary: null, url: null, content: {} };
