export { colors, contentStyle, baseStyle, schemeStyle, type, type ColorScheme } from './look.js';
