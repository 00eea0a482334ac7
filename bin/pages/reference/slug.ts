/** The anchor of a heading of plain words. */
export const slug = (heading: string) => heading.toLowerCase().replaceAll(' ', '-')
