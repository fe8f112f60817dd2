import { type AddressMatches, NewPropertyList, type PropertyList } from '@dooryard/contract/data/property-lists'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { suggestListName } from '../../../criteria/suppression-lists/list-labels.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DialogActions } from '../../../ui/form/mutation-dialog.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import type { AddressFile } from './address-text.ts'
import { describeMatches, listChosen, type Picks } from './match-rules.ts'
import { UnmatchedRows } from './unmatched-rows.tsx'
import { useAddMatches, useReportDownload } from './upload.data.ts'

type MatchReportProps = {
  matches: AddressMatches
  given: AddressFile
  list: PropertyList | undefined
  onBack: () => void
  onDone: () => void
}

/** What the rows of a file name, with those that were not found, and the button that adds the rest. */
export function MatchReport({ matches, given, list, onBack, onDone }: MatchReportProps) {
  const [picks, setPicks] = useState<Picks>(new Map())
  const add = useAddMatches()
  const singleFlight = useSingleFlight()
  const suggested = given.addedLines > 0 || given.file.name === 'pasted.csv' ? '' : suggestListName(given.file.name)
  const schema = list ? z.object({ name: z.string() }) : NewPropertyList
  const form = useSchemaForm(schema, { name: suggested }, () => add.isError && add.reset())
  const propertyIds = listChosen(matches, picks)
  const submit = form.submit(({ name }) =>
    singleFlight(
      (release) =>
        void add
          .mutateAsync({ target: list ?? name.trim(), propertyIds })
          .then(onDone, form.showRefusal)
          .finally(release),
    ),
  )
  const error = form.unlessOnFields(add.error)
  const outcome = describeMatches(matches)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {error && <FailureNotice error={error} />}
        <Notice tone={outcome.tone}>{outcome.text}</Notice>
        {matches.unmatched.length > 0 && (
          <div>
            <Group justify="space-between" mb={6} gap={8}>
              <Text fz="sm" fw={550}>
                {pluralize(matches.unmatched.length, 'row')} not found
              </Text>
              <ReportButton given={given} />
            </Group>
            <UnmatchedRows
              rows={matches.unmatched}
              picks={picks}
              onPick={(line, propertyId) => setPicks(new Map([...picks, [line, propertyId]]))}
            />
          </div>
        )}
        {!list && (
          <TextInput
            label="Name of the list"
            placeholder="Driving for dollars"
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onBack} disabled={add.isPending}>
            Back
          </Button>
          <Button type="submit" loading={add.isPending} disabled={propertyIds.length === 0}>
            {propertyIds.length === 0
              ? 'Nothing to add'
              : `Add ${formatNumber(propertyIds.length)} ${propertyIds.length === 1 ? 'property' : 'properties'}`}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}

function ReportButton({ given }: { given: AddressFile }) {
  const save = useReportDownload()
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      loading={save.isPending}
      onClick={() => save.mutate(given)}
    >
      Download as CSV
    </Button>
  )
}
