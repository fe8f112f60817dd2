import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import { parse } from 'marked'
import type { Plugin } from 'vite'

/** A legal document: its title, the date of the last change, a summary in HTML, and numbered sections. */
export type LegalDocument = {
  title: string
  changed: string
  summary: string
  sections: { id: string; title: string; html: string }[]
}

const toHtml = (markdown: string) => parse(markdown, { async: false }).trim()

/** Parses `# Title`, a line with the date, a summary, and sections that begin with `## Title {#id}`. */
export function parseLegalDocument(markdown: string): LegalDocument {
  const text = markdown.replaceAll('{{repeatLeadFreeDays}}', String(repeatLeadFreeDays))
  const [start = '', ...parts] = text.split(/^## /m)
  const [, title, changed, summary] = /^# (.+)\n\n(.+)\n\n([\s\S]+)$/.exec(start) ?? []
  if (!title || !changed || !summary) throw new Error('A legal text begins with its title, its date and a summary')
  const sections = parts.map((part) => {
    const [, name, id, body] = /^(.+) \{#([\w-]+)\}\n([\s\S]+)$/.exec(part) ?? []
    if (!name || !id || !body) throw new Error(`A section of "${title}" has no title, no {#id} or no text`)
    return { id, title: name, html: toHtml(body) }
  })
  return { title, changed, summary: toHtml(summary), sections }
}

/** Renders the legal documents to HTML at build time, so that no visitor loads a Markdown parser. */
export const legalDocuments = (): Plugin => ({
  name: 'legal-documents',
  transform: {
    filter: { id: /\.md$/ },
    handler: (markdown) => ({
      code: `export const legalDocument = ${JSON.stringify(parseLegalDocument(markdown))}`,
      map: { mappings: '' },
    }),
  },
})
