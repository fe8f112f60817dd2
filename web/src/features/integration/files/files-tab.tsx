import { type CampaignType, campaignTypes, fileColumns } from '@dooryard/contract/api/enums'
import { fileHeaders, getDefaultColumns, isColumnAvailable } from '@dooryard/contract/orders/file-columns'
import { Anchor, Box, Button, Flex, Group, Stack, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { saveBlob } from '../../../lib/save-file.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import code from '../code-block.module.css'
import { CodeBlock } from '../code-block.tsx'
import type { IntegrationSearch } from '../integration-search.ts'
import classes from './files.module.css'
import { type Recipe, recipes } from './recipes.ts'

const typeSegments = campaignTypes.terms.map(({ value, label }) => ({ value, label }))

const border = '1px solid var(--line)'
const proseProps = { fz: 'sm', lh: '20px', maw: '96ch' } as const

const headerChipProps = { px: 7, py: 1, bd: border, bdrs: 5, bg: 'var(--raised)', fz: 'xs', lh: '20px' } as const

const SentenceList = ({ sentences }: { sentences: readonly string[] }) => (
  <Stack component="ul" gap={6} m={0} pl={18} {...proseProps}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </Stack>
)

function ColumnGroups({ type }: { type: CampaignType }) {
  const defaults = getDefaultColumns(type)
  const groups = fileColumns.terms.filter(({ value }) => isColumnAvailable(type, value))
  return (
    <Box component="dl" m={0} style={{ borderTop: border }}>
      {groups.map(({ value, label, description }) => (
        <Flex
          key={value}
          direction={{ base: 'column', sm: 'row' }}
          gap={{ base: 8, sm: 24 }}
          py={12}
          style={{ borderBottom: border }}
        >
          <Box component="dt" w={{ base: 'auto', sm: 260 }} flex="none" {...proseProps}>
            <Group gap="2px 8px" fw={600}>
              <span>{label}</span>
              {!defaults.includes(value) && <Tag tone="warn">Optional</Tag>}
            </Group>
            <Text inherit c="dimmed" mt={2}>
              {description.replace(/ \(Call Ready\)$/, '')}
            </Text>
          </Box>
          <Group component="dd" gap={6} m={0} style={{ alignContent: 'flex-start' }}>
            {fileHeaders[value].map((header) => (
              <Box component="code" key={header} {...headerChipProps}>
                {header}
              </Box>
            ))}
          </Group>
        </Flex>
      ))}
    </Box>
  )
}

const conventions = [
  'CSV as in RFC 4180: UTF-8, commas, CRLF line ends, header in the first line.',
  'Unknown values are empty cells. ZIP codes and parcel numbers are text, because they can begin with zeros.',
  'Dates are 2021-03-09, or 2021-03 if the county gives only the month. Amounts are whole dollars.',
  'Phones are ten digits. Phone columns have only numbers whose check is Clean.',
  'An apostrophe stands before text that a spreadsheet would run as a formula, also after a comma, semicolon, bar, tab or line end.',
]

function LayoutPanel({ type, onType }: { type: CampaignType; onType: (type: CampaignType) => void }) {
  // The first line of a file with the default columns. No header needs quotes.
  const row = getDefaultColumns(type)
    .flatMap((group) => fileHeaders[group])
    .join(',')
  const save = () => saveBlob(new Blob([`${row}\r\n`], { type: 'text/csv' }), `${type.toLowerCase()}-header.csv`)
  return (
    <Panel
      title="File format"
      aside={
        <fieldset className="plain">
          <legend className="visually-hidden">Campaign type</legend>
          <Segments name="type" segments={typeSegments} value={type} onChange={onType} />
        </fieldset>
      }
    >
      <Stack gap={16}>
        <Text c="dimmed" className={code.names} {...proseProps}>
          Columns keep this order, whichever groups you choose for an order (<code>columns</code> in the API).
        </Text>
        <ColumnGroups type={type} />
        <CodeBlock what="The header row" location="The first line, unless you choose columns" code={row} />
        <div>
          <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={save}>
            Download header row
          </Button>
        </div>
        <SentenceList sentences={conventions} />
      </Stack>
    </Panel>
  )
}

/** How to load a file into one kind of program: which column maps to which field. */
const RecipePanel = ({ recipe: { title, campaignType, lead, target, rows, notes, sources } }: { recipe: Recipe }) => (
  <Panel title={title} aside={<Tag tone="plain">{campaignTypes.label(campaignType)}</Tag>}>
    <Stack gap={16}>
      <Text c="dimmed" {...proseProps}>
        {lead}
      </Text>
      <table className={classes.mapping}>
        <caption className="visually-hidden">Columns for a {title.toLowerCase()}</caption>
        <thead>
          <tr>
            <th scope="col">Dooryard column</th>
            <th scope="col">{target}</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ columns, target: field, note }) => (
            <tr key={`${columns} ${field}`}>
              <th scope="row">
                {[columns].flat().map((header) => (
                  <code key={header}>{header}</code>
                ))}
              </th>
              <td>{field}</td>
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SentenceList sentences={notes} />
      <Group component="p" gap="2px 16px" m={0} c="dimmed" {...proseProps}>
        See also:{' '}
        {sources.map(({ label, href }) => (
          <Anchor
            key={href}
            inherit
            c="var(--mantine-color-brand-light-color)"
            underline="always"
            href={href}
            target="_blank"
            rel="noreferrer"
          >
            {label}
          </Anchor>
        ))}
      </Group>
    </Stack>
  </Panel>
)

export const FilesTab = ({ state, onState }: { state: IntegrationSearch; onState: OnTableStateChange }) => (
  <Stack gap="var(--screen-gap)">
    <LayoutPanel type={state.type ?? 'MAIL_READY'} onType={(type) => onState({ type })} />
    {recipes.map((recipe) => (
      <RecipePanel key={recipe.title} recipe={recipe} />
    ))}
  </Stack>
)
