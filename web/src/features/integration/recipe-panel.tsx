import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Tag } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import classes from './files.module.css'
import type { Recipe } from './recipes.ts'

const listOf = (ours: Recipe['rows'][number]['ours']) => (typeof ours === 'string' ? [ours] : ours)

/** How a file goes into one kind of program: which of its columns becomes which field there. */
export function RecipePanel({ recipe }: { recipe: Recipe }) {
  const { title, campaignType, lead, theirs, rows, notes, sources } = recipe
  return (
    <Panel title={title} aside={<Tag tone="plain">{campaignTypes.label(campaignType)}</Tag>}>
      <div className={classes.recipe}>
        <p>{lead}</p>
        <table className={classes.mapping}>
          <caption className="visually-hidden">Columns for a {title.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">Our column</th>
              <th scope="col">{theirs}</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ ours, theirs: field, note }) => (
              <tr key={`${ours} ${field}`}>
                <th scope="row">
                  {listOf(ours).map((header) => (
                    <code key={header}>{header}</code>
                  ))}
                </th>
                <td>{field}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul className={classes.conventions}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <p className={classes.sources}>
          Read on:{' '}
          {sources.map(({ label, href }) => (
            <a key={href} href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          ))}
        </p>
      </div>
    </Panel>
  )
}
