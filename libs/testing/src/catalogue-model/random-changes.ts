import { indexDocuments } from '@app/catalogue';
import { sql, type Database } from '@app/database';
import type { SeededRandom } from '@app/sample-content';
import type { KnownObject, ModelEntitlements, ModelObject } from './model.js';
import { NaiveVisibility } from './naive-visibility.js';
import { tagPool, vocabulary } from './random-catalogue.js';

/** A catalogue that changes both in the database and in the model. */
export class ChangingCatalogue {
  /** All former states of objects, whose words are still known. */
  readonly former: KnownObject[] = [];
  /** The objects that are not deleted. */
  objects: readonly ModelObject[];
  readonly #gone: ModelObject[] = [];

  constructor(
    private readonly database: Database,
    objects: readonly ModelObject[],
    private readonly entitlements: ModelEntitlements,
  ) {
    this.objects = objects;
    this.#record();
  }

  /** Records the indexed objects and their viewers: a change of an object may reveal its contents to other portals. */
  #record(): void {
    const visibility = new NaiveVisibility(this.objects, this.entitlements);
    for (const object of this.objects) this.former.push({ object, isOffered: visibility.isOffered(object) });
  }

  /** Changes text, price, popularity or visibility of some objects; deletes some and restores others. */
  async change(random: SeededRandom): Promise<void> {
    const heldOrHolding = new Set(
      this.objects.flatMap((object) => (object.holders.length > 0 ? [object.id, ...object.holders] : [])),
    );
    for (const back of this.#gone.splice(0, this.#gone.length / 2)) {
      await this.#write(back);
      this.objects = [...this.objects, back];
      this.#record();
    }
    for (const object of this.objects.filter(() => random.next() < 0.25)) {
      const kind = random.next();
      if (kind < 0.3) {
        await this.#become({ ...object, popularity: random.pick([0, 1, 3, 9]) });
      } else if (kind < 0.75) {
        const words = () => random.pick(vocabulary[object.language]!);
        await this.#become({
          ...object,
          title: random.next() < 0.5 ? object.title : `${words()} ${words()}`,
          tags: tagPool.filter(() => random.next() < 0.2),
          price: random.pick([0, 9.99, 20]),
          published: random.next() < 0.7,
          premium: random.next() < 0.4,
        });
      } else if (!heldOrHolding.has(object.id)) {
        this.objects = this.objects.filter((one) => one.id !== object.id);
        this.#gone.push(object);
        await this.#write(object, true);
      }
    }
  }

  async #become(object: ModelObject): Promise<void> {
    this.objects = this.objects.map((one) => (one.id === object.id ? object : one));
    this.#record();
    await this.#write(object);
  }

  async #write(object: ModelObject, isGone = false): Promise<void> {
    await this.database.write(async (tx) => {
      await tx.run(sql`
        update learning.learning_objects
           set title = ${object.title}, tags = ${object.tags}, price = ${object.price}::float8::numeric,
               published = ${object.published}, premium = ${object.premium},
               retired_time = case when ${isGone} then now() end
         where id = ${object.id}`);
      await indexDocuments(tx, [object.id]);
      await tx.run(
        sql`update learning.search_doc set popularity = ${object.popularity} where lo_id = ${object.id}`,
      );
    });
  }
}
