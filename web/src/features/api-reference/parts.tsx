import { Code, Stack, Table, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import type { ReactNode } from 'react'
import classes from './api-reference.module.css'

/** Text with code between backticks. */
export const InlineCodeText = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))

/** A code block that can be scrolled by keyboard. */
export const CodeBlock = ({ children }: { children: string }) => (
  <Code
    block
    tabIndex={0}
    mah={360}
    p="sm"
    bd="1px solid var(--line)"
    bg="var(--raised)"
    style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
  >
    {children}
  </Code>
)

export const RequiredMark = () => (
  <Text span fz="xs" fw={400} ml={6} c="var(--mantine-color-bad-light-color)">
    required
  </Text>
)

type SectionProps = { title: string; isRequired?: boolean | undefined; order?: 4 | 5; children: ReactNode }

export const Section = ({ title, isRequired, order = 4, children }: SectionProps) => (
  <Stack gap="xs">
    <Title order={order} fz="sm" lh="20px">
      {title}
      {isRequired && <RequiredMark />}
    </Title>
    {children}
  </Stack>
)

/** A table; on a phone the cells of each row are stacked. */
export const DataTable = ({ label, ...data }: { label: string; head: string[]; body: ReactNode[][] }) => (
  <Table aria-label={label} fz="sm" verticalSpacing={10} horizontalSpacing={0} className={classes.table} data={data} />
)
