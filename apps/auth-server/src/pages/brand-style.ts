import { accentsOf } from '@app/branding';

/** The style sheet of a portal's colour: the two that the pages' own one takes for links and buttons. */
export function brandStyle(color: string): string {
  const { light, dark } = accentsOf(color);
  const root = ({ accent, onAccent }: typeof light) =>
    `:root { --accent: ${accent}; --on-accent: ${onAccent}; }`;
  return `${root(light)}\n@media (prefers-color-scheme: dark) {\n  ${root(dark)}\n}\n`;
}
