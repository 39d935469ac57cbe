import {
  catalogueReached,
  CatalogueIndex,
  PostgresCatalogueIndex,
  type CataloguePage,
  type CatalogueSearch,
  type PortalVisibility,
} from '@app/catalogue';
import type { Database } from '@app/database';

/**
 * Searches on the standby once it has every change that the searcher's visibility was read with. Hits and counts from
 * there are remembered for that version of the catalogue. Scrolls are frozen on the primary.
 */
export class ReplicatedCatalogueIndex extends CatalogueIndex {
  readonly #primary: CatalogueIndex;
  readonly #replica: CatalogueIndex;

  constructor(private readonly database: Database) {
    super();
    this.#primary = new PostgresCatalogueIndex(database.heavy);
    this.#replica = new PostgresCatalogueIndex(database.replica.heavy);
  }

  async search(visibility: PortalVisibility, search: CatalogueSearch): Promise<CataloguePage> {
    const isThere = await this.database.replica.hasRow(catalogueReached(visibility.version));
    return (isThere ? this.#replica : this.#primary).search(visibility, search);
  }

  freeze(visibility: PortalVisibility, search: Pick<CatalogueSearch, 'filter' | 'sort'>): Promise<number[]> {
    return this.#primary.freeze(visibility, search);
  }
}
