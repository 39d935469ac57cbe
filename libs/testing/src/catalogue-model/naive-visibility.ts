import type { ModelEntitlements, ModelObject } from './model.js';

/** The rules of visibility, as plainly as possible. */
export class NaiveVisibility {
  readonly #byId: Map<number, ModelObject>;

  constructor(
    objects: readonly ModelObject[],
    private readonly entitlements: ModelEntitlements,
  ) {
    this.#byId = new Map(objects.map((object) => [object.id, object]));
  }

  /**
   * Whether the portal sees the object: its own objects, those of a group or collection, and premium ones on request.
   * Only the owner sees drafts.
   */
  sees(portal: number, object: ModelObject, premium: boolean, seesDrafts: boolean): boolean {
    if (object.owner === portal && seesDrafts) return true;
    if (!this.#isShared(object)) return false;
    if (object.owner === portal) return true;
    const above = this.openHolders(object);
    if (premium && above.some((holder) => holder.premium)) return true;
    return this.listAudience(above).some((audience) => this.hears(portal, audience));
  }

  /** Whether portals other than the owner may see it, by a subscription or on request. */
  isOffered(object: ModelObject): boolean {
    const above = this.openHolders(object);
    return (
      this.#isShared(object) &&
      (above.some((holder) => holder.premium) || this.listAudience(above).length > 0)
    );
  }

  #isShared(object: ModelObject): boolean {
    return (
      object.published && this.openHolders(object).some((holder) => holder.published && !holder.embedded)
    );
  }

  hears(portal: number, audience: number): boolean {
    return (
      this.entitlements.subscriptions.some((one) => one.portal === portal && one.audience === audience) ||
      [...this.entitlements.groups, ...this.entitlements.collections].some(
        (one) => one.id === audience && one.portal === portal,
      )
    );
  }

  /** The object and all published objects that contain it. */
  openHolders(object: ModelObject): ModelObject[] {
    const holders = new Set([object]);
    for (const one of holders)
      for (const id of one.holders) {
        const holder = this.#byId.get(id);
        if (holder?.published) holders.add(holder);
      }
    return [...holders];
  }

  listAudience(objects: ModelObject[]): number[] {
    return objects.flatMap((object) => [
      ...object.groups,
      ...this.entitlements.collections
        .filter((one) => one.items.includes(object.id) && this.#maySpread(one.portal, object))
        .map((one) => one.id),
    ]);
  }

  /** A collection passes on only the objects that its own portal may see. */
  #maySpread(portal: number, object: ModelObject): boolean {
    if (object.owner === portal || object.premium) return true;
    return object.groups.some(
      (group) =>
        this.entitlements.groups.some((one) => one.id === group && one.portal === portal) ||
        this.entitlements.subscriptions.some((one) => one.portal === portal && one.audience === group),
    );
  }
}
