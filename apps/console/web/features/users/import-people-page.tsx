import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useBatch, type BatchFault } from '../../api/batch.js';
import { useTexts } from '../../texts/texts.js';
import { BatchBar } from '../../ui/batch-bar.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/fields.js';
import { PageHead } from '../../ui/page.js';
import { ImportColumns } from './import-columns.js';
import { ImportFaults, ImportResult } from './import-report.js';
import { DuplicateLine, toNewPerson } from './imported-person.js';
import {
  mapColumns,
  MAX_LINES,
  readLine,
  readPeopleFile,
  UnreadableFile,
  type PeopleFile,
  type PeopleLine,
} from './people-file.js';
import { useCustomFields, useImportPerson } from './users.queries.js';

/** Imports people from a file: choose it, assign its columns, check all lines, import those without faults. */
export function ImportPeoplePage(): ReactNode {
  const { t } = useTexts();
  const [file, setFile] = useState<PeopleFile>();
  const [fault, setFault] = useState<UnreadableFile>();
  const { data: fields } = useCustomFields();

  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setFault(undefined);
    setFile(undefined);
    try {
      setFile(await readPeopleFile(await chosen.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setFault(error);
    }
  }
  return (
    <>
      <PageHead title={t('import.title')} above={<Link to="/people">{t('people.title')}</Link>} />
      <p className="hint">{t('import.hint', { count: MAX_LINES })}</p>
      <div className="actions">
        <FileTrigger
          acceptedFileTypes={['.csv', 'text/csv', 'text/plain']}
          onSelect={(files) => void choose(files?.[0])}
        >
          <Button look={file ? 'plain' : 'primary'}>{t(file ? 'import.another' : 'import.choose')}</Button>
        </FileTrigger>
      </div>
      {fault && (
        <p role="alert" className="fault">
          {t(`import.fault.${fault.fault}`, { count: MAX_LINES })}
        </p>
      )}
      {file && fields && <ImportSteps key={file.lines.length + file.columns.join()} file={file} />}
    </>
  );
}

function ImportSteps({ file }: { file: PeopleFile }): ReactNode {
  const { t } = useTexts();
  const { data: fields = [] } = useCustomFields();
  const [mapping, setMapping] = useState(() => mapColumns(file.columns, fields));
  const [isMailed, setMailed] = useState(true);
  const [lines, setLines] = useState<readonly PeopleLine[]>();
  const check = useBatch<PeopleLine>();
  const load = useBatch<PeopleLine>();
  const send = useImportPerson();
  const isChecked = check.progress.state === 'done';
  const hasBegun = load.progress.state !== 'idle';
  const toBody = (line: PeopleLine) =>
    toNewPerson(readLine(line, mapping), fields, { send_login_email: isMailed });
  const toEmail = (line: PeopleLine) => readLine(line, mapping)['email'] ?? '';
  const change = (act: () => void) => {
    act();
    check.clear();
    setLines(undefined);
  };

  function begin(): void {
    const firstLines = new Map<string, number>();
    const duplicates = new Map<PeopleLine, number>();
    for (const line of file.lines) {
      const email = toEmail(line).toLowerCase();
      const first = firstLines.get(email);
      if (first === undefined) firstLines.set(email, line.line);
      else if (email !== '') duplicates.set(line, first);
    }
    check.start(file.lines, (line) => {
      const first = duplicates.get(line);
      return first === undefined ? send.check(toBody(line)) : Promise.reject(new DuplicateLine(first));
    });
  }
  function importValidLines(): void {
    const faultyLines = new Set(check.progress.faults.map(({ item }) => item));
    const validLines = file.lines.filter((line) => !faultyLines.has(line));
    setLines(validLines);
    load.start(validLines, (line) => send.create(toBody(line), line.line));
  }
  const faults: readonly BatchFault<PeopleLine>[] = [...check.progress.faults, ...load.progress.faults];
  const isComplete = ['email', 'first_name', 'last_name'].every((field) => mapping.includes(field));
  const validCount = file.lines.length - check.progress.faults.length;
  return (
    <>
      {!hasBegun && (
        <>
          <ImportColumns
            file={file}
            fields={fields}
            mapping={mapping}
            onChange={(next) => change(() => setMapping(next))}
          />
          <Checkbox isSelected={isMailed} onChange={setMailed}>
            {t('people.mail')}
          </Checkbox>
          {!isComplete && <p className="fault">{t('import.missing')}</p>}
        </>
      )}
      {check.progress.state === 'idle' && (
        <div className="actions">
          <Button look="primary" isDisabled={!isComplete} onPress={begin}>
            {t('import.check', { count: file.lines.length })}
          </Button>
        </div>
      )}
      {!hasBegun && <BatchBar batch={check} toText={(values) => t('import.checking', values)} />}
      {hasBegun && <BatchBar batch={load} toText={(values) => t('import.importing', values)} />}
      {isChecked && !hasBegun && (
        <div className="actions">
          <Button look="primary" isDisabled={validCount === 0} onPress={importValidLines}>
            {t('import.start', { count: validCount })}
          </Button>
          <span className="quiet">{t('import.nothingYet')}</span>
        </div>
      )}
      {load.progress.state === 'done' && (
        <ImportResult lines={lines ?? []} faults={faults} allLines={file.lines} toEmail={toEmail} />
      )}
      <ImportFaults faults={faults} toEmail={toEmail} />
    </>
  );
}
