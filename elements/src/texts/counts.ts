// "10.000", as in all our numbers; Austria's own separator is a space.
export const counts = new Intl.NumberFormat('de-DE')
