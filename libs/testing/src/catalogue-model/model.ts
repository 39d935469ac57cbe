/** A learning object in the model. */
export interface ModelObject {
  id: number;
  owner: number;
  provider: number;
  providerName: string;
  type: string;
  language: string;
  title: string;
  summary: string;
  description: string;
  tags: string[];
  topics: string[];
  price: number;
  duration: number;
  published: boolean;
  premium: boolean;
  embedded: boolean;
  groups: number[];
  /** Ids of its direct containers. */
  holders: number[];
  events: {
    start: number;
    end: number;
    country: string;
    locality?: string | undefined;
    thoroughfare?: string | undefined;
  }[];
  created: number;
  updated: number;
  popularity: number;
}

/** A present or past state of an object, and whether other portals than its owner could see it then. */
export interface KnownObject {
  object: ModelObject;
  isOffered: boolean;
}

export interface ModelEntitlements {
  groups: { id: number; portal: number }[];
  collections: { id: number; portal: number; isDefault: boolean; items: number[] }[];
  subscriptions: { portal: number; audience: number; licenses: number }[];
  licences: { portal: number; lo: number; licenses: number }[];
}

/** A word with hyphens, or two neighbouring parts of it, written as one word. */
export interface Compound {
  parts: string[];
  word: string;
}

/** Facts about words that the model takes from Postgres. */
export interface Linguist {
  plain(text: string): string;
  compounds(text: string): Compound[];
  stem(word: string, language: string): string;
  isStopWord(word: string, language: string): boolean;
}
