import { defaultColumns, fileHeaders, isColumnOf } from '@dooryard/contract/file-layouts'
import { type CampaignType, campaignTypes, fileColumns } from '@dooryard/contract/vocabularies'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { saveBlob } from '../../lib/save-file.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { CodeBlock } from './code-block.tsx'
import classes from './files.module.css'
import { headerRow } from './header-row.ts'
import type { IntegrationSearch } from './integration-search.ts'
import { RecipePanel } from './recipe-panel.tsx'
import { recipes } from './recipes.ts'

const typeSegments = campaignTypes.terms.map(({ value, label }) => ({ value, label }))

function Groups({ type }: { type: CampaignType }) {
  const usual = defaultColumns(type)
  return (
    <dl className={classes.groups}>
      {fileColumns.terms
        .filter(({ value }) => isColumnOf(type, value))
        .map(({ value, label, description }) => (
          <div key={value}>
            <dt>
              <span>{label}</span>
              {!usual.includes(value) && <Tag tone="warn">Only if asked for</Tag>}
              <p>{description.replace(/ \(Call Ready\)$/, '')}</p>
            </dt>
            <dd>
              {fileHeaders[value].map((header) => (
                <code key={header}>{header}</code>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** What every file keeps to, whatever is in it. */
const conventions = [
  'CSV as RFC 4180 has it: UTF-8, commas, lines ended by CRLF, the header in the first of them.',
  'What is not known is an empty cell. ZIP codes and parcel numbers are texts: they begin with zeros.',
  'Days are written 2021-03-09, and 2021-03 where the county says the month alone. Amounts are whole dollars.',
  'Phones are ten digits, and stand in a Phone column only if their check says Clean.',
  'An apostrophe stands before text that a spreadsheet would run as a formula, also after a comma, semicolon, bar, tab or line end.',
]

function Layout({ type, onType }: { type: CampaignType; onType: (type: CampaignType) => void }) {
  const row = headerRow(type)
  const save = () => saveBlob(new Blob([`${row}\r\n`], { type: 'text/csv' }), `${type.toLowerCase()}-header.csv`)
  return (
    <Panel
      title="What is in a file"
      aside={
        <fieldset className={classes.types}>
          <legend className="visually-hidden">Campaign type</legend>
          <Segments name="type" segments={typeSegments} value={type} onChange={onType} />
        </fieldset>
      }
    >
      <div className={classes.layout}>
        <p>
          The columns stand in this order, whichever of their groups you choose with an order (<code>columns</code> in
          the API).
        </p>
        <Groups type={type} />
        <CodeBlock what="The header row" place="The first line, unless you choose columns" code={row} />
        <div>
          <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={save}>
            Save the header as a file
          </Button>
        </div>
        <ul className={classes.conventions}>
          {conventions.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

/** What delivered files hold, and how they go into other programs. */
export function FilesPart({ state, onState }: { state: IntegrationSearch; onState: OnState }) {
  return (
    <div className={classes.screen}>
      <Layout type={state.type ?? 'MAIL_READY'} onType={(type) => onState({ type })} />
      {recipes.map((recipe) => (
        <RecipePanel key={recipe.title} recipe={recipe} />
      ))}
    </div>
  )
}
