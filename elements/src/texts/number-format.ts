// "10.000", as in all our numbers; the Austrian locale would put a space.
export const numberFormat = new Intl.NumberFormat('de-DE')
