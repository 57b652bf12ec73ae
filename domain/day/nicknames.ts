/**
 * First names and what their people are called, without accents, as English, Spanish, Portuguese, German and French have them; spellings
 * of one name stand together, too. Two of a line may be one person; who is in several lines may be any of them.
 */
const lines = `
aaron ron ronnie
abigail abby abbie abi gail
abraham abe abram
adam addy
adelaide addie ada
adriana adri adriane adrianna
agnes aggie nessie
alan allan allen al
albert al bert bertie
alberto beto tito al
alejandra alexandra ale alex sandra jandra
alejandro alexander ale alex jandro sandro
alexander alexandre alessandro alex alec aleck al sandy xander xande sascha sasha lex
alexandra alexandria alessandra alex alexa alexis allie ally lexi lexie sandra sandy sasha
alfonso alphonso alfonzo poncho fonzo al
alfred alfredo al fred freddie freddy fredo
alice ali allie
alicia licha ali
alison allison alyson allie ally ali
alonso lonso alonzo lonzo
amanda mandy manda amy
amelia amy millie mia
ana anna ann anne anita annie anni
anabel annabel annabelle anabelle ana anna belle
anastasia ana stacy stacey tasia nastya
andrea andi andie drea dre
andreas andi andy
andres andy andre
andrew andy drew andre
angela angie angel
angelica angelika angie geli
angelina angie lina
anthony antonio anton antony tony toni tone tonio tono tonho toninho
antonia toni tonia tona
archibald archie
armando mando
arnold arnie arne
arthur arturo art artie turo
ashley ash leigh
augustine augustin august gus augie agustin tino
barbara barb barbie babs bobbie
barnaby barney
bartholomew bart
beatriz beatrice beatrix bea bia betty trixie bee
benjamin ben benny benji benjy
bernard bernardo bernhard bernie barney nardo
bernice bernie
bethany beth
bradley brad
brandon brand
brianna briana breanna bri bree
bridget brigitte birgit bridie biddy
caitlin kaitlyn katelyn caitlyn kaitlin cait kate katie
calvin cal
cameron cam
camila camilla cami mila millie
carla carly karla
carlos carlo carlitos charlie cadu
carmen carmela carmelita mela
carolina caroline carolyn karoline carol caro carrie lina line
casey kasey kc
cassandra cassie cass sandra
cecilia cecile ceci cissy chila celia
charles charlie charley chuck chas chaz chip karl carl
charlotte charlie lottie lotte char carlotta
chester chet
christian cristian kristian chris cris kris christo
christina christine cristina kristina kristine christy christi kristi kristy kirsten chris cris kris tina chrissy stina
christopher christoph cristobal kristopher chris cris kris kit topher toph stoffel
clara clarissa clare claire clarita
clarence clare
claudia clau klaudia
clifford cliff
clinton clint
concepcion concha conchita conchi
constance connie
consuelo chelo connie
cornelius neil corny cornel
courtney court
cynthia cindy cyndi
dagoberto dago beto
daniel dan danny danni dani
daniela danielle daniella dani danny ella
david dave davey davy davi
deborah debra deborrah deb debbie debby
delores dolores lola lolita
dennis denis denny
desmond des
diana diane dianne di didi
diego dieguito
dietrich dieter
domingo mingo
dominic dominick dominique dom nick nicky
donald don donnie donny
dorothy dorothea dot dottie dolly thea
douglas doug
dustin dusty
edgar ed eddie
edith edie
edmund edmond edmundo ed eddie ned mundo
eduardo edward lalo edu dudu duda ed eddie
edward ed eddie eddy ted teddy ned
edwin ed eddie win
eleanor elinor ellie ella nell nora lenore
elena helena ele lena nena
elijah eli
elizabeth elisabeth elisabet isabel isabella liz lizzie lizzy lisa liza beth betsy betty eliza elise elsa ellie libby bess bessie lisbeth lilibeth ilse sissi
emilia emily emilie emmy em emi millie mila
emiliano emi milo
emma em emmy
emmanuel emanuel manuel manny manu
enrique henrique quique kike henry rick ricky
eric erik ricky
erica erika ricky
ernest ernesto ernst ernie neto
esperanza espe pera hope
esteban stephen steven estevan teban
esther ester essie hester
eugene gene eugenio geno
eugenia genie gena
evangelina eva evie lina vangie
evelyn eve evie
ezekiel zeke
federico frederick fede fico fred
felicia felicity fliss licia
felipe philip phillip pipe felip
ferdinand fernando fernand ferdi ferdie fer nando
fernanda fer nanda
florence flo florrie flossie
florian flo flori
frances francesca franziska francisca fran francie franny frankie fanny franzi paquita pancha paca chica sissy
francis francisco franz frank francesco fran frankie paco pancho paquito kiko chico cisco chisco
franklin frank frankie
frederick frederic friedrich fred freddie freddy fritz rick
gabriel gabe gabi gaby gabo
gabriela gabriella gabrielle gabi gabby gaby gabs brielle ella
geoffrey jeffrey jeffery geoff jeff
george georg jorge georgie jorgito schorsch
georgina georgia georgie gina
gerald gerard gerardo jerry gerry gerd lalo
gertrude gertrud trudy gertie
gilbert gilberto gil bert beto
giovanni gio john gianni
gisela gisella gisele gigi
gloria glo
gonzalo gonza chalo
grace gracie graciela chela
graciela chela grace
gregory gregor gregorio greg gregg goyo
guadalupe lupe lupita lupillo pita
guillermo memo guille william willy
gustavo gus tavo guga gustaf gustav
hannah hanna
harold harry hal
harrison harry
hector tito
heinrich heinz heiner henry
helen helena helene ellen nell nellie lena leni
henry harry hank hal henri enrique
herbert herb bert herbie heriberto beto
hilary hillary hil
hildegard hilde hilda
howard howie
humberto beto
ignacio nacho ignatius iggy
immanuel manny
inmaculada inma
irene rena
isaac zac ike isaak
isabel isabella isabelle izabella isobel isa izzy belle bella bel chabela
isaiah izzy zay ike
isidro chilo sidro isidor
ivan juan john
jack john jackson
jackson jack
jacob jakob jake jay cobi
jacqueline jackie jacqui jaqueline jacky
james jim jimmy jamie jaime jem jay
jane janie janet jean
janet jan janie
janice jan
jasmine jazmin yasmin jasmin jazz jas minnie
javier xavier javi javy xavi
jean jeanne jeannie
jeffrey jeff
jennifer jenifer jen jenny jenni jenna
jeremiah jeremy jerry jem
jeremy jerry jem
jerome jerry gerome
jesse jess jessie
jessica jess jessie jessi
jesus chuy chucho jesse
joan joanie joanne jo
joanna johanna joanne jo jojo hanna
joaquin joaco quino joaquim kim quim
jocelyn joslyn joss jo lyn
johannes johann hans hannes jo
john jon johnny johnnie jonny jack juan
jonathan johnathan jonathon jon john johnny jonny nathan
jordan jordy
jorge george jorgito coque
jose joe joseph pepe pepito chepe ze josue joey
josefina josephine josefa pepa fina josie chepina jo posy
joseph josef josephe joe joey sepp jo beppo pepi jose
joshua josue josh
joyce joy
juan john juanito johnny juancho
juana juanita jane janie
judith judit judy judi jude
julia julie juliana julianne juli jules
julian julien jules juli
julio julius jules
justin justus jus
karen kari caren
katherine catherine kathryn katharine catharine cathryn katharina katarina catarina caterina catalina ekaterina kate katie katy cate cathy kathy kathi kat cat kay kitty kit kath kati katja katya katrin kathleen trina cata catie rina
kathleen kate katie kathy kath kat kay kit
kelly kel kelley
kendra kenny
kenneth ken kenny
kimberly kimberley kim kimmy kimber
klaus nikolaus claus
kristen kristin kris kirsten kristy
kurt curt konrad conrad curtis
larry lawrence laurence
laura lauren laurie lori laurita lau
lauren laurie lori ren
lawrence laurence lorenzo lorenz larry lars laurie lenny lencho
leonard leonardo leonhard leo len lenny leon nardo
leonor leo nora
leopold leopoldo leo polo
leslie les lesley
lester les
lillian lilian liliana lily lilly lil lili
linda lynn lindy
lorena lore
lorraine lori lorry raine
louis luis lewis lou louie ludwig lucho luisito
louise luisa louisa lou lulu
lucas luke lukas luc luca lucho
lucia lucy lucille lucie luci lucinda chia lulu
lucinda cindy lucy
luz lucero lucha
mackenzie mac kenzie
madeline madeleine madelyn magdalena maddie maddy mady lena
magdalena magda maggie lena leni malena nena
malcolm mal mac
manuel manny manolo manu lolo nel
marcela marcella marcy chela
marcus mark marc markus marcos marco
margaret margarita margarete margarida margot margo maggie meg megan peggy peg madge marge margie marjorie rita greta gretchen grete gretel daisy mags guida
maria mary marie mia mitzi marita mariquita maruja
mariana mari nana
marianne mariana marian mary anne
maribel mari bel
marisol mari sol
martha marta marti marty
martin marty tino tin
marvin marv
mary molly polly may mamie mitzi maria
mateo matthew teo mat matt
mathilda matilda mattie tilly tilda
matthew mathew matthias mateo mateus matheus matteo matt mat matty teo
maureen mo
maurice mauricio moritz mo morry mau
maximilian maximiliano maximo maxwell maxine max maxi
megan meghan meg meggie
melanie mel mela
melissa mel lissa missy meli
mercedes merche mercy meche
michael michel miguel mikael mike mikey mick mickey micky mitch michi micah misha
michelle michele micheline shelly shelley chelle mich micki
miguel mike migue miguelito
mildred millie milly
miranda mandy randi
mitchell mitch
mohammed muhammad mohamed mohammad muhammed mo moe mohd
monica monika moni mona
montgomery monty
moses mo moshe moises
nancy nan ann
natalie natalia nathalie nat natasha nata talia tasha
natasha tasha nat
nathan nathaniel nate nat nath
nathaniel nathanael nate nat than
nicholas nicolas nikolas nikolaus nicolaus nick nicky nico niko klaus colin claus
nicola nicky nic nico
nicole nicola nicki nikki nic nico
norma normita
octavio tavo
oliver oli ollie olli
olivia livia liv livvy ollie
orlando lando orly
oscar oskar ozzie
oswaldo osvaldo ossie valdo
pamela pam pammy
patricia patrizia pat patty patti tricia trish pati paty
patrick patricio pat paddy pato
paul pablo paolo paulo pauly pablito
paula pauline paulina pau polly lina
pedro peter perico pedrito
penelope penny nell
perla pearl
peter pete petey piotr pedro petra
philip phillip philipp phil pip flip
priscilla cilla prissy pris
prudence prue
rachel raquel rachael rae ray shelly
rafael raphael rafa rafi ralph rafe
raimundo raymond ray mundo raymundo
ramon moncho ray mon
randall randy
raul rulo
raymond raymund ray
rebecca rebekah rebeca becky becca beck reba
regina gina reggie
reginald reggie reg rex
reinaldo reynaldo rey naldo ronald
ricardo richard ricky rick richie rich cardo rico
richard dick rick ricky rich richie richi
robert roberto rob robbie robby bob bobby bert rupert robin beto berto
roberta bobbie robbie berta
roderick rod roddy rick
rodolfo rodolpho rudolf rudolph fito rudy
rodrigo rod rigo roro digo
rogelio roger roy
roland rolando rollie rolly rolo lando
ronald ronaldo ron ronnie
rosa rose rosie rosita
rosalind roz rosie rosalinda linda
rosario chayo charo rosa
roxanne roxana roxy
rudolf rudolph rudy rudi
russell russ rusty
salvador sal chava salvatore
samantha sam sammie sammy
samuel samson sam sammy
sandra sandy sandi
santiago santi chago iago james diego
sara sarah sally sadie sarita zara
sebastian sebastien seb basti bas chano tiao bastian
sergio serge checo
sharon shari
shawn sean shaun
shirley shirl
sidney sydney sid syd
silvia sylvia silvi syl chivis
simon simeon si simone sim
socorro coco
sofia sophia sophie sofie sofi soph
soledad sole chole
solomon sol solly
sonia sonya sonja
stanley stan
stella estela estella estrella
stephanie stefanie stephany estefania steph steffi stef fanny estefi
stephen steven stephan stefan esteban steve stevie steff
stuart stewart stu
susan susana susanna susanne suzanne susannah sue susie suzy susi suse
sylvester sly
tabitha tabby
tamara tammy tami mara
tatiana tati tania tanya
teresa theresa therese tess tessa terri terry tere resi teri
terrence terence terrance terry
theodore theodor teodoro ted teddy theo teo
thomas tomas tom tommy thom
tiffany tiff tiffy
timothy timoteo tim timmy timo
tobias toby tobi
tracy tracey trace
trevor trev
trinidad trini
ulrich uli ulli
ursula uschi ursel ulla
valentina valentine val vale valen tina
valeria valerie val vale
vanessa nessa ness van
veronica veronika vero ronnie vera ronni
victor viktor vic vito vitor
victoria viktoria vicky vicki vic tori tory vicenta
vincent vicente vincenzo vince vinny vinnie chente vin
virginia ginny ginger gina vicky
vivian vivienne vivi viv
walter walt wally waldo
wendy wen
wesley wes
wilhelm willi willy helmut william
wilhelmina mina minnie wilma billie
william guillermo wilhelm will bill billy willie willy liam wil
winifred winnie freddie fred
winston win
yesenia jesenia yessi jessie
yolanda yoli yola jolanda
zachary zachariah zacharias zack zach zac
zoe zoey zoie
`;

/** Made when it is first asked for: a page that compares no names doesn't wait for it. */
let known: ReadonlyMap<string, readonly string[]> | undefined;

function linesByName(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  lines
    .trim()
    .split('\n')
    .forEach((line, index) => {
      for (const name of line.split(' ')) found.set(name, [...(found.get(name) ?? []), `line ${index}`]);
    });
  return found;
}

/** The same key for all that one person may be called; several for 'Beto', none for a name without a nickname. */
export function nicknameKeys(first: string): readonly string[] {
  known ??= linesByName();
  return known.get(first) ?? [];
}

/** 'katie' and 'katherine', 'kate' and 'katie'. */
export function isNickname(one: string, other: string): boolean {
  const keys = nicknameKeys(other);
  return nicknameKeys(one).some((key) => keys.includes(key));
}
