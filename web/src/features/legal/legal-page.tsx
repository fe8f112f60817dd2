import type { ReactNode } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { DocumentFrame } from '../../ui/layout/public-frames.tsx'
import classes from './legal-page.module.css'

export type LegalSection = { id: string; title: string; text: ReactNode }

type LegalPageProps = {
  title: string
  changed: string
  /** What the page says, in a few sentences. */
  summary: ReactNode
  sections: readonly LegalSection[]
}

/** A page of rules: what it says in short, where what stands, and the numbered sections. */
export function LegalPage({ title, changed, summary, sections }: LegalPageProps) {
  useTitle(title)
  return (
    <DocumentFrame width="text">
      <article className={classes.article}>
        <h1>{title}</h1>
        <p className={classes.changed}>Last changed on {changed}</p>
        <div className={classes.summary}>{summary}</div>
        <nav className={classes.contents} aria-label="Contents">
          <ol>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map(({ id, title: name, text }, index) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>
              <span className={classes.number}>{index + 1}</span>
              {name}
            </h2>
            {text}
          </section>
        ))}
      </article>
    </DocumentFrame>
  )
}
