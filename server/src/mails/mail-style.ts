import { isLegible, onDarkGround, standardAccent } from '../platform/lib/colour.ts'
import { Html } from '../platform/lib/html.ts'

/**
 * Style of all mails. Simple selectors, because mail programs support few; it loads nothing.
 * @param colour of the provider; one that cannot be read on white counts as none
 */
export function mailStyle(colour: string): Html {
  const light = isLegible(colour) ? colour : standardAccent
  const accents = { light, dark: onDarkGround(light) }
  return new Html(`
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f3f6f7; color: #14252b; font: 16px/1.5 "Segoe UI", Roboto, Arial, sans-serif; }
.sheet { max-width: 560px; margin: 0 auto; padding: 32px 24px; background: #ffffff; border-radius: 12px; }
.provider { margin: 0 0 24px; color: ${accents.light}; font-weight: 500; }
h1 { margin: 0 0 16px; font-size: 20px; font-weight: 650; line-height: 28px; }
p { margin: 0 0 16px; }
table { width: 100%; margin: 0 0 24px; border-collapse: collapse; }
th, td { padding: 12px 12px 12px 0; border-bottom: 1px solid #d6e0e3; text-align: left; vertical-align: top; }
th { width: 40%; color: #4c6068; font-weight: 400; }
td { font-weight: 500; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 24px; border-radius: 8px; background: ${accents.light}; color: #ffffff; font-weight: 500; text-decoration: none; }
.links { margin: 0; font-size: 14px; line-height: 20px; }
.links a { color: #4c6068; }
.sender { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #d6e0e3; color: #4c6068; font-size: 14px; line-height: 20px; }
@media (prefers-color-scheme: dark) {
  body { background: #0b1215; color: #e7eef0; }
  .sheet { background: #101a1e; }
  .provider { color: ${accents.dark}; }
  th, .sender, .links a { color: #a9b9be; }
  th, td, .sender { border-color: #2d3f46; }
  .button { background: ${accents.dark}; color: #06262d; }
}
`)
}
