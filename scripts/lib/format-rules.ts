/** What formats a date or number for people. `Intl.ListFormat` joins words. */
const formatting = /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:DateTime|Number|RelativeTime)Format\b|\bdayjs\b/

/** Lines of the web client that format dates or numbers by themselves: `lib/format` alone does, in one way. */
export function findOwnFormatting({ path, text }: { path: string; text: string }): string[] {
  if (!/^web\/src\/.*\.tsx?$/.test(path) || /^web\/src\/lib\/format\/|\.test\.tsx?$/.test(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      formatting.test(line) ? [`${path}:${index + 1}: format dates and numbers by web/src/lib/format`] : [],
    )
}
