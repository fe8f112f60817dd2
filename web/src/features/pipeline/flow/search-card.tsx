import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { ActionIcon, Box, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { criteriaInOneLine } from '../../../criteria/describe/format-criteria.ts'
import { useCountyName } from '../../../criteria/places/places.data.ts'
import { sentenceFor } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { RetryButton } from '../retry-button.tsx'
import type { ChosenSearch, Counted } from './flow.data.ts'
import classes from './flow.module.css'

type TextsProps = { title: ReactNode; text: string; isAlert?: boolean; children?: ReactNode }

const Texts = ({ title, text, isAlert, children }: TextsProps) => (
  <Box className={classes.texts} flex={1} miw={0} fz={13} lh="20px" {...(isAlert && { role: 'alert' })}>
    <Title order={3}>{title}</Title>
    <Text inherit mt={2} c="dimmed" lineClamp={3} title={isAlert ? undefined : text}>
      {text}
    </Text>
    {children}
  </Box>
)

function Changes({ search: { id, changes } }: { search: SavedSearch }) {
  if (!changes || changes.entered + changes.left === 0) return null
  const labels = [
    changes.entered > 0 && `${formatNumber(changes.entered)} new`,
    changes.left > 0 && `${formatNumber(changes.left)} gone`,
  ]
  return (
    <AnchorLink
      to="/portal/settings/saved-searches"
      search={{ changes: id }}
      display="inline-block"
      mih={24}
      fz="xs"
      lh="24px"
      underline="hover"
    >
      {labels.filter(Boolean).join(', ')} since your last visit
    </AnchorLink>
  )
}

function Known({ search, counted }: { search: SavedSearch; counted: Counted | undefined }) {
  const countyName = useCountyName(search.criteria.location?.counties)
  const { count, error, isStale } = counted ?? {}
  const link = (
    <Link to="/portal/lead-finder" search={{ criteria: search.criteria }} title="Open in the lead finder">
      {search.name}
    </Link>
  )
  return (
    <>
      <Texts title={link} text={criteriaInOneLine(search.criteria, countyName)}>
        <Changes search={search} />
      </Texts>
      <Text component="div" className="numbers" fz={13} lh="20px" fw={550} opacity={isStale ? 0.6 : undefined}>
        {count !== undefined ? formatNumber(count) : error ? 'Not counted' : <Skeleton height={16} width={48} mt={4} />}
      </Text>
    </>
  )
}

const goneTitle = 'This saved search was deleted'

function Unknown({ chosen }: { chosen: Exclude<ChosenSearch, { state: 'there' }> }) {
  if (chosen.state === 'loading') return <Skeleton height={36} flex={1} miw={0} aria-label="Loading" />
  if (chosen.state === 'gone') return <Texts title={goneTitle} text="Remove it to see the rest." isAlert />
  return (
    <Texts title="Not loaded" text={sentenceFor(chosen.error)} isAlert>
      <Box mt={4}>
        <RetryButton onRetry={chosen.again} />
      </Box>
    </Texts>
  )
}

type SearchCardProps = {
  chosen: ChosenSearch
  counted: Counted | undefined
  /** The color that stands for it in the breakdown. */
  color: string | undefined
  onRemove: () => void
}

export function SearchCard({ chosen, counted, color, onRemove }: SearchCardProps) {
  const name = chosen.state === 'there' ? chosen.search.name : goneTitle
  const isBad = chosen.state === 'gone' || chosen.state === 'failed' || Boolean(counted?.error)
  return (
    <Paper component="li" withBorder p="10px 6px 10px 12px" {...(isBad && { bd: '1px solid bad' })}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <Box w={8} h={8} mt={6} bg={color} bdrs={2} flex="none" aria-hidden="true" />
        {chosen.state === 'there' ? <Known search={chosen.search} counted={counted} /> : <Unknown chosen={chosen} />}
        <ActionIcon mt={-4} aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
          <X size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {counted?.error && (
        <Group role="alert" gap="4px 12px" mt={6} ml={16} fz={13} c="var(--mantine-color-bad-light-color)">
          {sentenceFor(counted.error)}
          <RetryButton isFetching={counted.isFetching} onRetry={counted.again} />
        </Group>
      )}
    </Paper>
  )
}
