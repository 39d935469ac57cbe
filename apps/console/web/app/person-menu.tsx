import { use, type ReactNode } from 'react';
import { useState } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  type Selection,
} from 'react-aria-components';
import { languageNames, languages, type ConsoleLanguage } from '../texts/languages.js';
import { useTexts } from '../texts/texts.js';
import { Breakable } from '../ui/breakable.js';
import { LanguageSwitch } from './language-switch.js';
import { preferredScheme, schemes, storeScheme, type SchemeChoice } from './preferences.js';
import { signOut } from './session.queries.js';
import { useAccountAddress, useSignedIn } from './session-context.js';

const single = (keys: Selection): string => (keys === 'all' ? '' : String([...keys][0] ?? ''));

/** The menu of the person who is signed in: language, colours, account, and sign-out. */
export function PersonMenu(): ReactNode {
  const { t, language } = useTexts();
  const { person, portal } = useSignedIn();
  const account = useAccountAddress();
  const switchLanguage = use(LanguageSwitch);
  const [scheme, setScheme] = useState<SchemeChoice>(preferredScheme);

  function chooseScheme(chosen: SchemeChoice): void {
    storeScheme(chosen);
    setScheme(chosen);
  }

  return (
    <div className="person">
      <MenuTrigger>
        <Button
          className="button button-quiet person-button"
          aria-label={t('person.menu', { name: person.full_name })}
        >
          <span aria-hidden="true" className="initial person-initial">
            {[...person.full_name][0]}
          </span>
          <span className="person-name">{person.full_name}</span>
          <span aria-hidden="true" className="arrow" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="listbox" onAction={(key) => key === 'sign-out' && void signOut()}>
            <MenuSection
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[language]}
              onSelectionChange={(keys) => switchLanguage(single(keys) as ConsoleLanguage)}
            >
              <Header className="group">{t('ui.language')}</Header>
              {languages.map((tag) => (
                <MenuItem key={tag} id={tag} className="option" textValue={languageNames[tag]}>
                  <span lang={tag}>{languageNames[tag]}</span>
                </MenuItem>
              ))}
            </MenuSection>
            <MenuSection
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[scheme]}
              onSelectionChange={(keys) => chooseScheme(single(keys) as SchemeChoice)}
            >
              <Header className="group">{t('person.colours')}</Header>
              {schemes.map((name) => (
                <MenuItem key={name} id={name} className="option">
                  {t(`person.scheme.${name}`)}
                </MenuItem>
              ))}
            </MenuSection>
            <MenuSection>
              <Header className="group">
                <Breakable text={portal.name} />
              </Header>
              <MenuItem id="account" className="option" href={account}>
                {t('person.account')}
              </MenuItem>
              <MenuItem id="portal" className="option" href="/bff/login?to=%2F&choose=1">
                {t('person.changePortal')}
              </MenuItem>
              <MenuItem id="sign-out" className="option">
                {t('person.signOut')}
              </MenuItem>
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
