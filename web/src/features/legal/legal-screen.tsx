import { Box, Paper, Text, Title } from '@mantine/core'
import type { LegalDocument } from '../../../legal-documents.ts'
import { useTitle } from '../../lib/navigation/use-title.ts'
import { DocumentFrame } from '../../ui/layout/frames/document-frame.tsx'
import classes from './legal-screen.module.css'

export function LegalScreen({ title, changed, summary, sections }: LegalDocument) {
  useTitle(title)
  return (
    <DocumentFrame width="text">
      <article className={classes.article}>
        <h1>{title}</h1>
        <Text fz="sm" lh="25px" mt={4} c="dimmed">
          {changed}
        </Text>
        <Paper withBorder radius={12} mt="lg" p="md" pb={20} px={20}>
          <LegalHtml html={summary} />
        </Paper>
        <Box component="nav" mt="lg" className={classes.contents} aria-label="Contents">
          <ol>
            {sections.map(({ id, title: name }, index) => (
              <li key={id}>
                <span className={classes.number}>{index + 1}</span>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </Box>
        {sections.map(({ id, title: name, html }, index) => (
          <section key={id} aria-labelledby={id}>
            <Title order={2} id={id} fw={700}>
              <span className={classes.number}>{index + 1}</span>
              {name}
            </Title>
            <Box pl={{ base: 0, sm: 30 }} mt="sm">
              <LegalHtml html={html} />
            </Box>
          </section>
        ))}
      </article>
    </DocumentFrame>
  )
}

function LegalHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it from our own Markdown files
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}
