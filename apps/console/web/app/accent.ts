interface Accents {
  light: { accent: string; on_accent: string } | null;
  dark: { accent: string; on_accent: string } | null;
}

/** Replaces the service's icon in the browser's tab with the portal's. */
export function showFavicon(url: string | undefined): void {
  if (url) document.querySelector('link[rel=icon]')?.setAttribute('href', url);
}

/** Replaces the default colour by the portal's; the API has checked its contrast in both schemes. */
export function showAccent(branding: Accents | undefined): void {
  const { style } = document.documentElement;
  const { light, dark } = branding ?? {};
  if (!light || !dark) {
    style.removeProperty('--accent');
    style.removeProperty('--on-accent');
    return;
  }
  style.setProperty('--accent', `light-dark(${light.accent}, ${dark.accent})`);
  style.setProperty('--on-accent', `light-dark(${light.on_accent}, ${dark.on_accent})`);
}
