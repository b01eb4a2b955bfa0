/** A day, yyyy-MM-dd. The day of the letter also becomes the date inside the PDF: same data, same bytes. */
export type Day = string
