package partner;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A partner's application on Spring Boot, which signs people in from discovery alone. */
@SpringBootApplication
@RestController
public class SignIn {
    public static void main(String[] args) {
        SpringApplication.run(SignIn.class, args);
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
        var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
        signOut.setPostLogoutRedirectUri("{baseUrl}/");
        var signOutPath = PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.GET, "/sign-out");
        return http
            .authorizeHttpRequests(requests -> requests.requestMatchers("/").permitAll().anyRequest().authenticated())
            .oauth2Login(withDefaults())
            .logout(logout -> logout.logoutRequestMatcher(signOutPath).logoutSuccessHandler(signOut))
            .build();
    }

    @GetMapping("/")
    String home(@AuthenticationPrincipal OidcUser user) {
        return user == null ? "Hello" : "Hello " + user.getFullName() + " (" + user.getEmail() + ")";
    }
}
