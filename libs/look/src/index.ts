export { colors, contentStyle, rootStyle, schemeStyle, type, type ColorScheme } from './look.js';
