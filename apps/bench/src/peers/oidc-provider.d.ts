/** The part of the library that the benchmark uses; it has no types. */
declare module 'oidc-provider' {
  interface Model {
    save(): Promise<string>;
  }
  export interface Grant extends Model {
    addOIDCScope(scope: string): void;
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Client: { find(id: string): Promise<object | undefined> };
    readonly Grant: new (properties: object) => Grant;
    readonly RefreshToken: new (properties: object) => Model;
    callback(): (request: unknown, response: unknown) => void;
  }
}
