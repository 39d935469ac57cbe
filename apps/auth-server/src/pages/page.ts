import type { Language, TextKey } from '@app/texts';

/** What a page shows: a template, its data, and how it may be left. */
export interface Page {
  template: string;
  title: TextKey;
  titleValues?: Record<string, string>;
  data?: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  language: Language;
  /** Where forms of this page may lead besides this server and https (CSP form-action). */
  redirectUri?: string | undefined;
}
