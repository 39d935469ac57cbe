import type * as Swagger from '@nestjs/swagger';

/** Decorators of @nestjs/swagger that our controllers use. */
type Name =
  | 'ApiBody'
  | 'ApiConsumes'
  | 'ApiExcludeController'
  | 'ApiExtension'
  | 'ApiHeader'
  | 'ApiOperation'
  | 'ApiQuery'
  | 'ApiResponse'
  | 'ApiTags';

type Decorator = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => unknown;

/** Descriptions of controllers that no document has used yet, in their order. */
const waiting: ((swagger: typeof Swagger) => void)[] = [];

/** The decorator of this name, applied by {@link applyApiDecorators} only. */
const deferred = <N extends Name>(name: N): (typeof Swagger)[N] =>
  ((...options: never[]) =>
    (...decorated: Parameters<Decorator>): void => {
      waiting.push((swagger) => {
        (swagger[name] as unknown as (...options: never[]) => Decorator)(...options)(...decorated);
      });
    }) as unknown as (typeof Swagger)[N];

// deferred decorators of @nestjs/swagger, which takes a fifth of a server's start and is needed only for its document
export const ApiBody = deferred('ApiBody');
export const ApiConsumes = deferred('ApiConsumes');
export const ApiExcludeController = deferred('ApiExcludeController');
export const ApiExtension = deferred('ApiExtension');
export const ApiHeader = deferred('ApiHeader');
export const ApiOperation = deferred('ApiOperation');
export const ApiQuery = deferred('ApiQuery');
export const ApiResponse = deferred('ApiResponse');
export const ApiTags = deferred('ApiTags');

/** Applies the decorators that were used since the last call. */
export function applyApiDecorators(swagger: typeof Swagger): void {
  for (const apply of waiting.splice(0)) apply(swagger);
}
