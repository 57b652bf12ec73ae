const jobTitles = [
  ['area', 'role', 'job', 'jobtitle', 'jobcode', 'position', 'station', 'schedule', 'department'],
  ['pos', 'jobs', 'jobname', 'rolename', 'positionname', 'roles', 'positions'],
  ['task', 'tasks', 'duty', 'duties', 'assignment', 'assignments', 'function', 'section', 'workarea', 'zone'],
  ['skill', 'skills', 'jobdescription', 'jobclass', 'classification', 'costcenter', 'activity', 'title'],
  [
    'puesto',
    'cargo',
    'trabajo',
    'área',
    'posición',
    'rol',
    'poste',
    'rôle',
    'tätigkeit',
    'bereich',
    'arbeitsplatz',
  ],
  ['rolle', 'função', 'funcao', 'setor', 'posição', 'funktion', 'sección', 'seccion', 'emploi', 'fonction'],
  ['group', 'employeegroup', 'schedulegroup'],
  ['type', 'shifttype'],
] as const;

/**
 * Titles that a column can have, as letters and digits only. Of two groups in a file, the earlier counts: what was
 * scheduled before what was clocked. Two columns of one group both fit, which a person is asked about.
 */
export const columnTitles = {
  name: [
    [
      ...['name', 'teammember', 'employee', 'employeename', 'fullname', 'staff', 'staffname', 'person'],
      ...['teammembername', 'staffmember', 'associate', 'associatename', 'crew', 'crewmember', 'worker'],
      ...['member', 'who', 'lastfirst', 'lastnamefirstname', 'namelastfirst', 'employeelastfirst'],
      'lastnamefirst',
    ],
    [
      'payrollname',
      'employeefullname',
      'workername',
      'crewname',
      'resource',
      'resourcename',
      'staffmembername',
    ],
    [
      'nombre',
      'nombrecompleto',
      'empleado',
      'empleada',
      'trabajador',
      'colaborador',
      'mitarbeiter',
      'mitarbeiterin',
    ],
    ['employé', 'employée', 'salarié', 'collaborateur', 'nomcomplet', 'nome', 'nomecompleto', 'funcionário'],
    ['funcionario', 'empregado', 'personal', 'mitarbeitername'],
    ['displayname', 'employees', 'teammembers', 'assignedto', 'user', 'users', 'assignedusers', 'username'],
  ],
  person: [
    ['employeeid', 'employeenumber', 'employeeno', 'teammemberid', 'staffid', 'associateid', 'crewid'],
    ['userid', 'personid', 'payrollid'],
  ],
  firstName: [
    ['firstname', 'first', 'givenname', 'employeefirstname', 'preferredname'],
    ['prénom', 'prenom', 'vorname', 'primernombre'],
  ],
  lastName: [
    ['lastname', 'last', 'surname', 'familyname', 'employeelastname'],
    ['nom', 'nomdefamille', 'nachname', 'familienname', 'apellido', 'apellidos', 'sobrenome'],
  ],
  date: [
    [
      ...['startdate', 'date', 'shiftdate', 'workdate', 'businessdate', 'scheduledate', 'scheduleddate'],
      ...['dateofshift', 'datein', 'scheduledstartdate', 'shiftstartdate'],
    ],
    ['fecha', 'datum', 'data', 'día', 'dia', 'jour', 'tag'],
    ['startday', 'clockindate', 'clockedindate', 'punchindate', 'indate'],
    ['day', 'shiftday', 'workday', 'weekday', 'dayofweek'],
  ],
  start: [
    [
      ...['scheduledstarttime', 'scheduledstart', 'schedulestart', 'schedstart', 'scheduledin', 'schedulein'],
      ...['schedin', 'plannedstart', 'plannedin', 'rosteredstart', 'rosterstart', 'scheduledtimein'],
    ],
    [
      ...['starttime', 'start', 'shiftstart', 'shiftin', 'begin', 'from', 'starts', 'shiftstarttime'],
      ...[
        'entrada',
        'inicio',
        'início',
        'horainicio',
        'horadeinicio',
        'horadeentrada',
        'horaentrada',
        'desde',
      ],
      ...[
        'début',
        'debut',
        'heurededébut',
        'heurededebut',
        'arrivée',
        'von',
        'beginn',
        'anfang',
        'schichtbeginn',
      ],
      ...['starttimelocal', 'startdatetime', 'begintime', 'begins', 'startsat', 'startat', 'localstart'],
    ],
    ['in', 'timein', 'intime', 'indate'],
    ['clockin', 'clockedin', 'clockintime', 'punchin', 'actualstart', 'actualin', 'actualstarttime'],
  ],
  endDate: [
    ['enddate', 'shiftenddate', 'dateout', 'scheduledenddate'],
    ['endday', 'clockoutdate', 'clockedoutdate', 'punchoutdate', 'outdate'],
  ],
  end: [
    [
      ...['scheduledendtime', 'scheduledend', 'scheduleend', 'schedend', 'scheduledout', 'scheduleout'],
      ...['schedout', 'plannedend', 'plannedout', 'rosteredend', 'rosterend', 'scheduledtimeout'],
    ],
    [
      ...['endtime', 'end', 'shiftend', 'shiftout', 'finish', 'to', 'until', 'ends', 'till', 'shiftendtime'],
      ...[
        'salida',
        'fin',
        'final',
        'horafin',
        'horadefin',
        'horafinal',
        'horadesalida',
        'horasalida',
        'hasta',
      ],
      ...['heuredefin', 'départ', 'bis', 'ende', 'schichtende', 'saída', 'saida', 'término', 'termino'],
      ...['endtimelocal', 'enddatetime', 'finishtime', 'stop', 'stoptime', 'endsat', 'endat', 'localend'],
    ],
    ['out', 'timeout', 'outtime', 'outdate'],
    ['clockout', 'clockedout', 'clockouttime', 'punchout', 'actualend', 'actualout', 'actualendtime'],
  ],
  range: [
    ['scheduledtime', 'scheduledhours', 'scheduledshift', 'scheduled'],
    [
      ...['shift', 'time', 'shifttime', 'shifttimes', 'times', 'hours', 'workinghours', 'shifthours'],
      ...['startend', 'inout', 'timeinout', 'schedule', 'turno', 'horario', 'horário', 'horaire', 'schicht'],
    ],
  ],
  job: jobTitles,
  role: [['role', 'area', 'department', ...jobTitles[0]], ...jobTitles.slice(1)],
  note: [
    ['comment', 'comments', 'note', 'notes', 'shiftnotes'],
    ['notas', 'nota', 'observaciones', 'comentarios', 'remarques', 'notiz', 'bemerkung', 'observações'],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>;
