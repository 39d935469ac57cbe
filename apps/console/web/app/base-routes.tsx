import { createRootRoute, createRoute } from '@tanstack/react-router';
import { CrashPage } from './crash-page.js';
import { Shell } from './shell.js';

export const administrators = ['Administrator'];
export const editors = [...administrators, 'Content administrator'];
export const readers = [...editors, 'Manager'];
/** What a route needs: without roles, every role may see it. */
export const needs = (scope: string, roles?: readonly string[]) => ({
  staticData: { needs: { scope, roles } },
});
export const root = createRootRoute({ errorComponent: CrashPage });
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
