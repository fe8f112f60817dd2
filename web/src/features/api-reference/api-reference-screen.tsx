import { apiKeyPrefix } from '@dooryard/contract/integrations/api-keys'
import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchJson } from '../../lib/api/http.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Calls } from './calls.tsx'
import type { OpenApiDocument } from './openapi.ts'

/** The path of the OpenAPI document of the whole API. */
const documentPath = '/v1/openapi.json'

const openApiDocument = queryOptions({
  queryKey: [documentPath],
  // The server's tests check that the document has the shape that is read here.
  queryFn: async ({ signal }) => (await fetchJson(documentPath, { signal })) as OpenApiDocument,
  // It is part of the release.
  staleTime: Number.POSITIVE_INFINITY,
})

const reveal = { 'aria-label': 'Show or hide the key', tabIndex: 0 }

const isApiKey = (text: string) => text.startsWith(apiKeyPrefix)

/** Keeps password managers from filling in a password, which would be sent. */
const passwordManagerOptOut = { autoComplete: 'new-password', 'data-1p-ignore': true, 'data-lpignore': 'true' }

function KeyPanel({ apiKey, onKey }: { apiKey: string; onKey: (apiKey: string) => void }) {
  return (
    <Panel>
      <Stack gap="xs" maw={560}>
        <PasswordField
          label="Your API key"
          description="Used for requests from this page and forgotten when you leave it. Use a test key to try orders for free."
          placeholder={`${apiKeyPrefix}…`}
          {...passwordManagerOptOut}
          spellCheck={false}
          value={apiKey}
          error={apiKey && !isApiKey(apiKey) && `An API key starts with ${apiKeyPrefix}`}
          visibilityToggleButtonProps={reveal}
          onChange={({ currentTarget }) => onKey(currentTarget.value.trim())}
        />
        <Anchor size="sm" renderRoot={(props) => <Link to="/portal/api-keys" {...props} />}>
          Create API key
        </Anchor>
      </Stack>
    </Panel>
  )
}

const downloadButton = (
  <Button
    component="a"
    variant="default"
    href={documentPath}
    download="openapi.json"
    leftSection={<Download size={16} />}
  >
    OpenAPI document
  </Button>
)

/** Lists every endpoint that an API key can call and every webhook event. */
export function ApiReferenceScreen(props: { call?: string | undefined; onCall: (call: string | undefined) => void }) {
  const [apiKey, setApiKey] = useState('')
  const { data, error, refetch } = useQuery(openApiDocument)
  return (
    <>
      <PageHeader
        heading="API reference"
        title="API Reference"
        lead="Calls for API keys, and webhook events. The OpenAPI document has all calls."
        actions={downloadButton}
      />
      <KeyPanel apiKey={apiKey} onKey={setApiKey} />
      {data ? (
        <Calls document={data} apiKey={isApiKey(apiKey) ? apiKey : ''} {...props} />
      ) : error ? (
        <LoadFailure what="The reference" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} radius="md" role="status" aria-label="Loading the reference" />
      )}
    </>
  )
}
