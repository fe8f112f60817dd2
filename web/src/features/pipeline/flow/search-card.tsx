import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { ActionIcon, Box, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCriteriaInline } from '../../../criteria/describe/format-criteria.ts'
import { useCriterionNames } from '../../../criteria/exclusions/exclusions.data.ts'
import { useCountyName } from '../../../criteria/places/places.data.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { RetryButton } from '../retry-button.tsx'
import type { ChosenSearch, SearchCount } from './flow.data.ts'
import classes from './flow.module.css'

type CardTextsProps = { title: ReactNode; text: string; isAlert?: boolean; children?: ReactNode }

const CardTexts = ({ title, text, isAlert, children }: CardTextsProps) => (
  <Box className={classes.texts} flex={1} miw={0} fz={13} lh="20px" {...(isAlert && { role: 'alert' })}>
    <Title order={3}>{title}</Title>
    <Text inherit mt={2} c="dimmed" lineClamp={3} title={isAlert ? undefined : text}>
      {text}
    </Text>
    {children}
  </Box>
)

function SearchChanges({ search: { id, changes } }: { search: SavedSearch }) {
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

function LoadedSearch({ search, searchCount }: { search: SavedSearch; searchCount: SearchCount | undefined }) {
  const countyName = useCountyName(search.criteria.location?.counties)
  const getRecordName = useCriterionNames(search.criteria)
  const { count, error, isStale } = searchCount ?? {}
  const link = (
    <Link to="/portal/lead-finder" search={{ criteria: search.criteria }} title="Open in Lead Finder">
      {search.name}
    </Link>
  )
  return (
    <>
      <CardTexts title={link} text={formatCriteriaInline(search.criteria, countyName, getRecordName)}>
        <SearchChanges search={search} />
      </CardTexts>
      <Text component="div" className="numbers" fz={13} lh="20px" fw={550} opacity={isStale ? 0.6 : undefined}>
        {count !== undefined ? formatNumber(count) : error ? 'Not counted' : <Skeleton height={16} width={48} mt={4} />}
      </Text>
    </>
  )
}

const deletedTitle = 'This saved search was deleted'

function UnavailableSearch({ chosen }: { chosen: Exclude<ChosenSearch, { state: 'there' }> }) {
  if (chosen.state === 'loading') return <Skeleton height={36} flex={1} miw={0} aria-label="Loading" />
  if (chosen.state === 'gone') return <CardTexts title={deletedTitle} text="Remove it to see the rest." isAlert />
  return (
    <CardTexts title="Not loaded" text={getErrorMessage(chosen.error)} isAlert>
      <Box mt={4}>
        <RetryButton onRetry={chosen.retry} />
      </Box>
    </CardTexts>
  )
}

type SearchCardProps = {
  chosen: ChosenSearch
  searchCount: SearchCount | undefined
  /** Its color in the breakdown. */
  color: string | undefined
  onRemove: () => void
}

export function SearchCard({ chosen, searchCount, color, onRemove }: SearchCardProps) {
  const name = chosen.state === 'there' ? chosen.search.name : deletedTitle
  const isBad = chosen.state === 'gone' || chosen.state === 'failed' || Boolean(searchCount?.error)
  return (
    <Paper component="li" withBorder p="10px 6px 10px 12px" {...(isBad && { bd: '1px solid bad' })}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <Box w={8} h={8} mt={6} bg={color} bdrs={2} flex="none" aria-hidden="true" />
        {chosen.state === 'there' ? (
          <LoadedSearch search={chosen.search} searchCount={searchCount} />
        ) : (
          <UnavailableSearch chosen={chosen} />
        )}
        <ActionIcon mt={-4} aria-label={`Remove ${name}`} data-hint="Remove" onClick={onRemove}>
          <X size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {searchCount?.error && (
        <Group role="alert" gap="4px 12px" mt={6} ml={16} fz={13} c="var(--mantine-color-bad-light-color)">
          {getErrorMessage(searchCount.error)}
          <RetryButton isFetching={searchCount.isFetching} onRetry={searchCount.retry} />
        </Group>
      )}
    </Paper>
  )
}
