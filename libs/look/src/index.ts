export { colors, contentStyle, rootStyle, type, type ColorScheme } from './look.js';
