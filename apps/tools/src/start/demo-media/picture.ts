import { createHash } from 'node:crypto';
import { colors } from '@app/look';

/** A picture for a name: always the same for one name, different for each. An SVG in the colours of pages. */
export function picture(name: string): string {
  const bytes = createHash('sha256').update(name).digest();
  const hue = Math.round((bytes[0]! / 256) * 360);
  const circles = [1, 4, 7, 10].map((hour, index) => {
    const [x, y, radius] = [bytes[hour]! * 2.5, bytes[hour + 1]! * 1.4, 40 + bytes[hour + 2]! / 2.5];
    const shade = `hsl(${(hue + index * 25) % 360} 70% ${45 + index * 8}%)`;
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(0)}" fill="${shade}" fill-opacity=".6"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="${colors.light.soft}"/>${circles.join('')}</svg>`;
}
