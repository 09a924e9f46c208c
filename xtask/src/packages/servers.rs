//! Redis, PostgreSQL and MariaDB from the system's packages, for the programs that talk to one.
//!
//! Each is started in a private folder, on the loopback interface alone, and stopped and removed
//! with the command. PostgreSQL refuses root, and the others need not be root either: a command
//! that is root starts them as the user their package made, or as `nobody`.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::child;
use crate::error::{Context, Error, Result};

/// How long a server may take until it accepts connections.
const START_LIMIT: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Redis,
    Postgres,
    Mariadb,
}

impl Kind {
    pub(super) fn by_name(name: &str) -> Option<Kind> {
        match name {
            "redis" => Some(Kind::Redis),
            "postgres" => Some(Kind::Postgres),
            "mariadb" => Some(Kind::Mariadb),
            _ => None,
        }
    }

    /// The package that has it, its program and the user that it runs as.
    fn facts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Kind::Redis => ("redis-server", "redis-server", "redis"),
            Kind::Postgres => ("postgresql", "postgres", "postgres"),
            Kind::Mariadb => ("mariadb-server", "mariadbd", "mysql"),
        }
    }
}

/// The servers that run.
#[derive(Debug, Default)]
pub(super) struct Servers {
    running: Vec<Server>,
    /// Why others do not.
    missing: Vec<(Kind, String)>,
}

impl Servers {
    /// Starts those of the named kinds that are installed.
    pub(super) fn start(kinds: &[Kind]) -> Servers {
        let mut servers = Servers::default();
        for kind in [Kind::Redis, Kind::Postgres, Kind::Mariadb] {
            if !kinds.contains(&kind) {
                continue;
            }
            let (package, program, _) = kind.facts();
            let missing = match find(program).map(|binary| Server::start(kind, &binary)) {
                Some(Ok(server)) => {
                    servers.running.push(server);
                    continue;
                }
                Some(Err(why)) => {
                    println!("{program}: {why}");
                    format!("{program} did not start")
                }
                None => format!("no `{program}` here: scripts/setup --servers installs {package}"),
            };
            servers.missing.push((kind, missing));
        }
        servers
    }

    /// Why these cannot be talked to.
    pub(super) fn missing(&self, kinds: &[Kind]) -> Option<String> {
        self.missing.iter().find(|(kind, _)| kinds.contains(kind)).map(|(_, why)| why.clone())
    }

    /// How a program finds the server.
    pub(super) fn variables(&self, kind: Kind) -> Vec<(String, String)> {
        let Some(server) = self.running.iter().find(|server| server.kind == kind) else {
            return Vec::new();
        };
        let name = match kind {
            Kind::Redis => "REDIS",
            Kind::Postgres => "PG",
            Kind::Mariadb => "MYSQL",
        };
        vec![
            (format!("{name}_PORT"), server.port.to_string()),
            (format!("{name}_SOCKET"), server.socket().display().to_string()),
        ]
    }
}

#[derive(Debug)]
struct Server {
    kind: Kind,
    port: u16,
    folder: PathBuf,
    child: Option<Child>,
}

impl Server {
    fn start(kind: Kind, binary: &Path) -> Result<Server> {
        let (_, program, _) = kind.facts();
        // Not in the cache: another user cannot enter a home.
        let folder = std::env::temp_dir().join(format!("roundel-{program}-{}", std::process::id()));
        fs::create_dir_all(&folder).context(|| format!("creating {}", folder.display()))?;
        let user = User::of(kind);
        if kind == Kind::Mariadb {
            fs::create_dir_all(folder.join("data"))?;
            fs::write(folder.join("start.sql"), "create database if not exists test;\n")?;
        }
        if let Some(user) = &user {
            for path in [folder.clone(), folder.join("data")].iter().filter(|path| path.exists()) {
                chown(path, Some(user.id), Some(user.group))
                    .context(|| format!("giving {} away", path.display()))?;
            }
        }
        let mut server = Server { kind, port: free_port()?, folder, child: None };
        for (program, words) in server.preparations(binary)? {
            server.prepare(&program, &words, user.as_ref())?;
        }
        let log = fs::File::create(server.folder.join("log"))?;
        let mut command = Command::new(binary);
        command.args(server.words()).stdin(Stdio::null());
        command.stdout(log.try_clone()?).stderr(log).current_dir(&server.folder).process_group(0);
        run_as(&mut command, user.as_ref());
        let child = command.spawn().context(|| format!("starting {}", binary.display()))?;
        server.child = Some(child);
        server.wait()?;
        Ok(server)
    }

    fn socket(&self) -> PathBuf {
        match self.kind {
            Kind::Redis | Kind::Mariadb => self.folder.join("socket"),
            // It names the file itself.
            Kind::Postgres => self.folder.clone(),
        }
    }

    /// What must run before the server, to make its files.
    fn preparations(&self, binary: &Path) -> Result<Vec<(PathBuf, Vec<String>)>> {
        let data = self.folder.join("data").display().to_string();
        match self.kind {
            Kind::Redis => Ok(Vec::new()),
            Kind::Postgres => {
                // Beside the server, which Debian does not put on the path.
                let binary = fs::canonicalize(binary)?;
                let words = ["-D", &data, "-U", "roundel", "--auth=trust", "-E", "UTF8", "-N"];
                let words = words.iter().map(|word| (*word).to_owned()).collect();
                Ok(vec![(binary.with_file_name("initdb"), words)])
            }
            // It makes what it misses when it starts.
            Kind::Mariadb => Ok(Vec::new()),
        }
    }

    fn prepare(&self, program: &Path, words: &[String], user: Option<&User>) -> Result<()> {
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.folder);
        run_as(&mut command, user);
        let done = child::run(&mut command, &[], START_LIMIT)?;
        if done.ending == child::Ending::Code(0) {
            return Ok(());
        }
        let what = format!("{}: {}", program.display(), done.ending);
        Err(Error::new(format!("{what}\n{}{}", done.stdout, done.stderr)))
    }

    /// The arguments of the server itself.
    fn words(&self) -> Vec<String> {
        let port = self.port.to_string();
        let socket = self.socket().display().to_string();
        let data = self.folder.join("data").display().to_string();
        let words: Vec<&str> = match self.kind {
            Kind::Redis => {
                vec!["--port", &port, "--bind", "127.0.0.1", "--save", "", "--unixsocket", &socket]
            }
            Kind::Postgres => {
                let listen = "listen_addresses=127.0.0.1";
                vec!["-D", &data, "-p", &port, "-k", &socket, "-c", listen, "-F"]
            }
            Kind::Mariadb => {
                let start = self.folder.join("start.sql").display().to_string();
                return vec![
                    "--no-defaults".to_owned(),
                    // Without tables of users everybody is welcome, as in the other two.
                    "--skip-grant-tables".to_owned(),
                    "--character-set-server=utf8mb4".to_owned(),
                    format!("--init-file={start}"),
                    format!("--datadir={data}"),
                    format!("--socket={socket}"),
                    format!("--port={port}"),
                    "--bind-address=127.0.0.1".to_owned(),
                    format!("--pid-file={data}/pid"),
                ];
            }
        };
        words.into_iter().map(str::to_owned).collect()
    }

    /// Until it accepts connections.
    fn wait(&mut self) -> Result<()> {
        let deadline = Instant::now() + START_LIMIT;
        let (_, program, _) = self.kind.facts();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let ended = match &self.child {
                Some(child) => child::has_ended(child)?,
                None => true,
            };
            if ended || Instant::now() >= deadline {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(Error::new(format!("{program} did not start:\n{log}")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Nothing of it is kept, so that it need not end in good order.
            child::kill_group(&child);
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A port that was free a moment ago; servers do not take 0.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// A program on the path, or where Debian puts those of servers.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(PathBuf::from("/usr/sbin"));
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.into_iter().map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Whom a command that is root starts a server as.
#[derive(Debug)]
struct User {
    id: u32,
    group: u32,
}

impl User {
    fn of(kind: Kind) -> Option<User> {
        if !rustix::process::geteuid().is_root() {
            return None;
        }
        let (_, _, name) = kind.facts();
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        User::named(&users, name).or_else(|| User::named(&users, "nobody"))
    }

    /// A line is `name:password:id:group:…` (man 5 passwd).
    fn named(users: &str, name: &str) -> Option<User> {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        let id = fields.next()?.parse().ok()?;
        Some(User { id, group: fields.next()?.parse().ok()? })
    }
}

fn run_as(command: &mut Command, user: Option<&User>) {
    child::clean_environment(command);
    if let Some(user) = user {
        command.uid(user.id).gid(user.group);
    }
}

#[cfg(test)]
mod tests {
    use super::User;

    #[test]
    fn a_user_has_an_id_and_a_group() {
        let users = "root:x:0:0:root:/root:/bin/bash\nredis:x:102:105::/var/lib/redis:/bin/false\n";
        let user = User::named(users, "redis").expect("it is there");
        assert_eq!((user.id, user.group), (102, 105));
        assert!(User::named(users, "mysql").is_none());
    }
}
