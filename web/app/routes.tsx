import { Route, Switch, useParams } from 'wouter';
import { mayManage, mayRunTheDay } from '../../domain/team/user.ts';
import { Redirect, RequireRole, RequireSignIn } from '../guards.tsx';
import { useLastSegment } from '../parts/page/navigation.ts';
import { providerAt, urls } from '../urls.ts';
import { JoinRoute, LoginRoute, RegisterRoute } from './entry-routes.tsx';
import {
  Account,
  ConfirmEmailRoute,
  ConfirmRoute,
  Crew,
  DayPlan,
  ForgotRoute,
  ImportShifts,
  LayoutHistoryRoute,
  LayoutsRoute,
  Logout,
  NewLayoutRoute,
  NewTemplate,
  NotFound,
  Overview,
  PlanRoute,
  ResetRoute,
  Rotations,
  ScheduleConnection,
  Secure,
  ShiftForm,
  Shifts,
  SignedInRoute,
  Start,
  SyncShifts,
  Team,
  TeamHistoryRoute,
  TeamSecurity,
  TemplateOverview,
  Templates,
  Timeline,
} from './lazy-screens.ts';
import { DayRoute, MineRoute, PosterRoute, TelevisionRoute } from './own-routes.tsx';
import { AccountPage, LayoutPage, TeamPage, TemplatePage } from './page-types.tsx';
import { fromPage, useSearch, waitingReading } from '../parts/page/address-search.ts';

const planItem = '/:rotation?/:subarea?/:position?';

/**
 * Every page, by its address. Pages in a row that have the same page type share its frame, which stays in place while
 * people go from one to the other.
 */
export function Routes() {
  return (
    <Switch>
      <Route path={urls.login} component={LoginRoute} />
      <Route path={urls.register} component={RegisterRoute} />
      <Route path={urls.forgot} component={ForgotRoute} />
      <Route path={urls.reset(':token')} component={ResetRoute} />
      <Route path={urls.confirm(':token')} component={ConfirmRoute} />
      <Route path={urls.signedIn} component={SignedInRoute} />
      <Route path={urls.logout} component={Logout} />
      <Route path={urls.secure} component={Secure} />

      <Route path={urls.start}>
        <RequireSignIn>
          <Start />
        </RequireSignIn>
      </Route>
      <Route path={urls.join(':token')}>
        <RequireSignIn>
          <JoinRoute />
        </RequireSignIn>
      </Route>
      <Route path={urls.confirmEmail(':token')}>
        <RequireSignIn>
          <ConfirmEmailRoute />
        </RequireSignIn>
      </Route>
      <Route path={urls.account}>
        <AccountPage>
          <Account />
        </AccountPage>
      </Route>

      <Route path={urls.day} component={DayRoute} />
      <Route path={urls.television} component={TelevisionRoute} />
      <Route path={urls.mine} component={MineRoute} />
      <Route path={urls.timeline}>
        <LayoutPage frame="timeline">
          <Timeline />
        </LayoutPage>
      </Route>

      <Route path={urls.editor}>
        <LayoutPage frame="editor">
          <Redirect to={urls.overview} />
        </LayoutPage>
      </Route>
      <Route path={urls.overview}>
        <LayoutPage frame="editor">
          <Overview />
        </LayoutPage>
      </Route>
      <Route path={urls.shifts}>
        <LayoutPage frame="editor">
          <Shifts />
        </LayoutPage>
      </Route>
      <Route path={urls.importShifts}>
        <LayoutPage frame="editor">
          <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
            <ImportShifts />
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={urls.syncShifts(':provider')}>
        <LayoutPage frame="editor">
          <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
            <SyncShiftsRoute />
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={`${urls.shifts}/:shift`}>
        <LayoutPage frame="editor">
          <RequireRole may={mayRunTheDay} orGo={urls.shifts}>
            <ShiftFormRoute />
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={urls.rotations}>
        <LayoutPage frame="editor">
          <Rotations />
        </LayoutPage>
      </Route>
      <Route path={urls.layoutHistory}>
        <LayoutPage frame="editor">
          <LayoutHistoryRoute />
        </LayoutPage>
      </Route>
      <Route path={urls.dayPlan.list + planItem}>
        <LayoutPage frame="editor">
          <RequireRole may={mayManage} orGo={urls.rotations}>
            <DayPlan>
              <PlanRoute />
            </DayPlan>
          </RequireRole>
        </LayoutPage>
      </Route>
      <Route path={`${urls.editor}/*`}>
        <LayoutPage frame="editor">
          <NotFound />
        </LayoutPage>
      </Route>

      <Route path={urls.layouts}>
        <TeamPage>
          <LayoutsRoute />
        </TeamPage>
      </Route>
      <Route path={urls.newLayout}>
        <TeamPage>
          <RequireRole may={mayRunTheDay} orGo={urls.layouts}>
            <NewLayoutRoute />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.team}>
        <TeamPage>
          <Team />
        </TeamPage>
      </Route>
      <Route path={urls.teamSecurity}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.team}>
            <TeamSecurity />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.poster} component={PosterRoute} />
      <Route path={urls.crew}>
        <TeamPage>
          <RequireRole may={mayRunTheDay} orGo={urls.team}>
            <Crew />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.teamHistory}>
        <TeamPage>
          <RequireRole may={mayRunTheDay} orGo={urls.team}>
            <TeamHistoryRoute />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.schedule(':provider')}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.team}>
            <ScheduleRoute />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.templates}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.layouts}>
            <Templates />
          </RequireRole>
        </TeamPage>
      </Route>
      <Route path={urls.newTemplate}>
        <TeamPage>
          <RequireRole may={mayManage} orGo={urls.layouts}>
            <NewTemplate />
          </RequireRole>
        </TeamPage>
      </Route>

      <Route path={urls.template(':template')}>
        <TemplatePage>
          <TemplateOverview />
        </TemplatePage>
      </Route>
      <Route path={urls.templatePlan(':template').list + planItem}>
        <TemplatePage>
          <PlanRoute />
        </TemplatePage>
      </Route>
      <Route path={`${urls.template(':template')}/*`}>
        <TemplatePage>
          <NotFound />
        </TemplatePage>
      </Route>

      <Route component={NotFound} />
    </Switch>
  );
}

function ShiftFormRoute() {
  return <ShiftForm id={useLastSegment()} />;
}

function SyncShiftsRoute() {
  const provider = useProvider();
  const { waiting = false } = waitingReading(useSearch());
  return <SyncShifts key={provider} provider={provider} isWaiting={waiting} />;
}

function ScheduleRoute() {
  const provider = useProvider();
  return <ScheduleConnection key={provider} provider={provider} from={fromPage(useSearch()).from} />;
}

const useProvider = (): string => providerAt(useParams<{ provider: string }>().provider);
