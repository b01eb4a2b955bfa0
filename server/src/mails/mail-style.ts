import { isLegible, onDarkGround } from '../platform/lib/colour.ts'
import { Html } from '../platform/lib/html.ts'

/**
 * Style of all mails. Simple selectors, because mail programs support few; it loads nothing.
 * @param colour of the provider; one that cannot be read on white counts as none
 */
export function mailStyle(colour: string): Html {
  const accents = isLegible(colour)
    ? { light: colour, dark: onDarkGround(colour) }
    : { light: '#0b5563', dark: '#7cc4d0' }
  return new Html(`
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #eef1f4; color: #1c2733; font: 16px/1.5 "Segoe UI", Roboto, Arial, sans-serif; }
.sheet { max-width: 560px; margin: 0 auto; padding: 32px 24px; background: #ffffff; border-radius: 8px; }
.provider { margin: 0 0 24px; color: ${accents.light}; font-weight: 600; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
table { width: 100%; margin: 0 0 24px; border-collapse: collapse; }
th, td { padding: 10px 12px 10px 0; border-bottom: 1px solid #d5dce3; text-align: left; vertical-align: top; }
th { width: 40%; color: #52606d; font-weight: 400; }
td { font-weight: 600; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 24px; border-radius: 6px; background: ${accents.light}; color: #ffffff; font-weight: 600; text-decoration: none; }
.links { margin: 0; font-size: 14px; }
.links a { color: #52606d; }
.sender { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #d5dce3; color: #52606d; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #11161c; color: #e6ebf0; }
  .sheet { background: #1b222b; }
  .provider { color: ${accents.dark}; }
  th, .sender, .links a { color: #a9b6c3; }
  th, td, .sender { border-color: #38434f; }
  .button { background: ${accents.dark}; color: #06262d; }
}
`)
}
