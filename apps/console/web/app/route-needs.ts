/** Roles that may see a route. */
export const administrators = ['Administrator'];
export const editors = [...administrators, 'Content administrator'];
export const readers = [...editors, 'Manager'];
/** What a route needs: without roles, every role may see it. */
export const needs = (scope: string, roles?: readonly string[]) => ({
  staticData: { needs: { scope, roles } },
});
