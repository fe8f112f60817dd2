/** `LLC`, `LLC or Trust`, `LLC, Trust and 3 more`. */
export function formatList(labels: string[], last = 'or'): string {
  if (labels.length <= 1) return labels.join('')
  if (labels.length <= 3) return `${labels.slice(0, -1).join(', ')} ${last} ${labels.at(-1)}`
  return `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more`
}
