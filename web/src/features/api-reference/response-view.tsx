import { Stack } from '@mantine/core'
import { type DocumentedResponse, formatType, type Schemas } from './openapi.ts'
import { CodeBlock, DataTable, InlineCodeText, Section } from './parts.tsx'
import { type ApiRequest, type ApiResponse, formatCurl } from './request.ts'
import { ExampleOrSchema } from './schema-view.tsx'

/** The request as sent, and what the server answered. */
export const ResponseView = ({
  request,
  reply: { status, text, headers, milliseconds },
}: {
  request: ApiRequest
  reply: ApiResponse
}) => (
  <>
    <Section title="Curl">
      <CodeBlock>{formatCurl(request)}</CodeBlock>
    </Section>
    <Section title="Request URL">
      <CodeBlock>{request.url}</CodeBlock>
    </Section>
    <Section title="Server response">
      <DataTable
        label="Server response"
        head={['Code', 'Details']}
        body={[
          [
            status,
            <Stack key="details" gap={10}>
              <Section title="Response body" order={5}>
                <CodeBlock>{text}</CodeBlock>
              </Section>
              <Section title="Response headers" order={5}>
                <CodeBlock>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</CodeBlock>
              </Section>
              <Section title="Request duration" order={5}>
                <CodeBlock>{`${milliseconds} ms`}</CodeBlock>
              </Section>
            </Stack>,
          ],
        ]}
      />
    </Section>
  </>
)

/** A documented response. */
export const ResponseDetails = ({
  answer: { description, content, headers },
  schemas,
}: {
  answer: DocumentedResponse
  schemas: Schemas
}) => (
  <Stack gap={10}>
    <div>
      <InlineCodeText text={description} />
    </div>
    <ExampleOrSchema content={content} schemas={schemas} />
    {headers && (
      <Section title="Headers" order={5}>
        <DataTable
          label="Headers"
          head={['Name', 'Description', 'Type']}
          body={Object.entries(headers).map(([name, header]) => [
            name,
            <InlineCodeText key="description" text={header.description ?? ''} />,
            formatType(header.schema),
          ])}
        />
      </Section>
    )}
  </Stack>
)
